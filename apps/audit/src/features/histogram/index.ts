export { Histogram } from './histogram';
