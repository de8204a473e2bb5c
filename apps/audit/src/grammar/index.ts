export { SearchLine } from './search-line';
export { useNames } from './use-names';
