/** The column by which rows are ordered, and the direction. */
export interface RowOrder<Column extends string> {
  by: Column;
  direction: 'ascending' | 'descending';
}
