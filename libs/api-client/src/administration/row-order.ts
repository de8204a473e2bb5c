/** By which column rows are ordered, and which way. */
export interface RowOrder<Column extends string> {
  by: Column;
  direction: 'ascending' | 'descending';
}
