export { EntryTable } from './entry-table';
export { ResultsHead } from './results-head';
export { NoEntries } from './no-entries';
