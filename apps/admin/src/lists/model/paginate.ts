import { textSearch } from '@homie/contracts/search-text';

/** The number of rows per page of a list in a dialog. */
export const PAGE_SIZE = 25;

/** Returns a page of a list that is fully loaded, filtered by rows with a text that contains the search text. */
export function paginate<Row>(
  all: readonly Row[],
  { q, page }: { q: string; page: number },
  getText: (row: Row) => string,
): { rows: readonly Row[]; total: number } {
  const isWanted = textSearch(q);
  const matching = all.filter((row) => isWanted(getText(row)));
  const first = (page - 1) * PAGE_SIZE;
  return { rows: matching.slice(first, first + PAGE_SIZE), total: matching.length };
}
