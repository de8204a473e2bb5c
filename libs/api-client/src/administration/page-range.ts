/** The first and last row of a page counted from 1, as a range of the data service. */
export function pageRange(page: number, pageSize: number): [first: number, last: number] {
  return [(page - 1) * pageSize, page * pageSize - 1];
}
