/** The first and last row of a page, as the data service counts them. */
export type PageRange = [first: number, last: number];

/** Returns the rows of a page counted from 1. */
export function pageRange(page: number, pageSize: number): PageRange {
  return [(page - 1) * pageSize, page * pageSize - 1];
}

/** The rows of a query and the total number of matches; the total is 0 for a query that does not count. */
export interface Counted<Rows> {
  rows: Rows;
  total: number;
}
