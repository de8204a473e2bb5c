import type { MenuItem } from '@homie/ui';
import type { Column, Sort } from './column.ts';

/** Rows that can be picked, by their keys. */
export interface Selection {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
}

/** Props that the table and the cards of a phone share. */
export interface RowsProps<Row> {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly [Column<Row>, ...Column<Row>[]];
  /** Undefined until the first answer: rows of the same height stand in. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Names a row, for its menu and its tick. */
  rowName: (row: Row) => string;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  /** What a press on a row does; the row's name is the button for it. */
  onOpen?: (row: Row) => void;
  /** The state of a row that stands for several and opens in place, toggled by `onOpen`; undefined for any other row. */
  fold?: (row: Row) => { isOpen: boolean } | undefined;
  /** Whether a row belongs to an open one above it. */
  isNested?: (row: Row) => boolean;
  /** The title of a column of buttons at the row's end, which then open it in place of its name. */
  openers?: string;
  /** The menu at the row's end, next to the opener where there is one; without items there is none. */
  actions?: (row: Row) => readonly MenuItem[];
  selection?: Selection;
  /** Narrower padding in the cells, for many columns. */
  dense?: boolean;
  /** How many rows stand in while loading. */
  loadingRows?: number;
}
