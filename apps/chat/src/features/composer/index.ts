export { Composer } from './composer';
