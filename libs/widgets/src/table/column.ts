import type { ReactNode } from 'react';

/** By which column rows are ordered, and which way. */
export interface Sort {
  by: string;
  direction: 'ascending' | 'descending';
}

/** How a sortable column's two orders are called, e.g. 'A to Z', and which one comes first. */
export interface SortWords {
  ascending: string;
  descending: string;
  first?: Sort['direction'];
}

/** The words for text and for moments. */
export const byText: SortWords = { ascending: 'A to Z', descending: 'Z to A' };
export const byTime: SortWords = {
  ascending: 'oldest first',
  descending: 'newest first',
  first: 'descending',
};

/** A column of a `DataTable`. The first one names the row. */
export interface Column<Row> {
  id: string;
  header: string;
  /** Text is cut to one line, with the whole of it on hover. Null for nothing: a dash, and left out on cards. */
  cell: (row: Row) => ReactNode;
  /** e.g. '30%' or '9rem'; columns without one share what is left. */
  width?: string;
  sort?: SortWords;
}

/** The order after a press on a column's header. */
export function nextSort(id: string, words: SortWords, sort: Sort | undefined): Sort {
  const { first = 'ascending' } = words;
  if (sort?.by !== id) return { by: id, direction: first };
  return { by: id, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' };
}
