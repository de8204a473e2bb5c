export { EntrySheet } from './entry-sheet';
