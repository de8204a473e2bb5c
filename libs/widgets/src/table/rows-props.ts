import type { MenuItem } from '@homie/ui';
import type { Column, Sort } from './column.ts';

/** Props that the table and the cards of a phone share. */
export interface RowsProps<Row> {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly [Column<Row>, ...Column<Row>[]];
  /** Undefined until the first response: placeholder rows of the same height are shown. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Names a row, for its menu. */
  rowName: (row: Row) => string;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  /** The action of a press on a row; the row's name is its button. */
  onOpen?: (row: Row) => void;
  /** The state of a row that groups several and opens in place, toggled by `onOpen`; undefined for any other row. */
  fold?: (row: Row) => { isOpen: boolean } | undefined;
  /** Returns whether a row belongs to an open one above it. */
  isNested?: (row: Row) => boolean;
  /** The title of a column of buttons at the row's end, which then open it instead of its name. */
  openers?: string;
  /** The menu at the row's end, next to the opener if there is one; omitted without items. */
  actions?: (row: Row) => readonly MenuItem[];
  /** Narrower padding in the cells, for many columns. */
  dense?: boolean;
}

/** Returns the props of the button that opens a row. */
export function openButtonProps<Row>({
  row,
  rowName,
  openers,
  onOpen,
  fold,
}: RowsProps<Row> & { row: Row }) {
  const folded = fold?.(row);
  const name = rowName(row);
  return {
    label: folded ? name : `${openers} of ${name}`,
    isOpen: folded?.isOpen,
    onOpen: () => onOpen?.(row),
  };
}
