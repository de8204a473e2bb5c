export { SearchLine } from './search-line';
