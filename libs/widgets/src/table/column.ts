import type { ReactNode } from 'react';

/** The column by which rows are ordered, and the direction. */
export interface Sort {
  by: string;
  direction: 'ascending' | 'descending';
}

/** The names of a sortable column's two orders, e.g. 'A to Z', and the default one. */
export interface SortLabels {
  ascending: string;
  descending: string;
  first?: Sort['direction'];
}

/** The names for text and for times. */
export const byText: SortLabels = { ascending: 'A to Z', descending: 'Z to A' };
export const byTime: SortLabels = {
  ascending: 'oldest first',
  descending: 'newest first',
  first: 'descending',
};

/** Something by which rows can be ordered, with a button in the header. */
export interface SortKey {
  id: string;
  header: string;
  sort: SortLabels;
}

/** A column of a `DataTable`. The first one names the row. */
export interface Column<Row> {
  id: string;
  header: string;
  /** Text is truncated to one line, with the full text on hover. Null for no value: a dash, and omitted on cards. */
  cell: (row: Row) => ReactNode;
  /** e.g. '30%' or '9rem'; columns without one share the remaining width. */
  width?: string;
  /** True for numbers, which are aligned at the end. */
  numeric?: boolean;
  sort?: SortLabels;
  /** A second value in the same cell by which rows can be ordered. */
  otherSort?: SortKey;
}

/** Returns everything by which rows can be ordered. */
export function sortKeys(
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'sort' | 'otherSort'>[],
): SortKey[] {
  return columns.flatMap(({ id, header, sort, otherSort }) => [
    ...(sort ? [{ id, header, sort }] : []),
    ...(otherSort ? [otherSort] : []),
  ]);
}

/** Returns the order after a press on a column's header. */
export function nextSort(id: string, words: SortLabels, sort: Sort | undefined): Sort {
  const { first = 'ascending' } = words;
  if (sort?.by !== id) return { by: id, direction: first };
  return { by: id, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' };
}
