export { getRecord } from './get-record';
