export { searchMessages } from './search-messages';
