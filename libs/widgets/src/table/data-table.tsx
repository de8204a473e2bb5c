import { Box, useIsMobile, type MenuItem } from '@homie/ui';
import type { ReactNode } from 'react';
import type { Column, Sort } from './column.ts';
import { TableCards } from './table-cards.tsx';
import { TableGrid } from './table-grid.tsx';
import { TableFailure, NoMatch, type Failure } from './table-states.tsx';

/** Rows that can be picked, by their keys. */
export interface Selection {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
}

/** What a table needs to know of its rows, however they are drawn. */
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
  /** Less room beside the cells, for many columns. */
  dense?: boolean;
  /** How many rows stand in while loading. */
  loadingRows?: number;
}

/** Props of {@link DataTable}. */
export interface DataTableProps<Row> extends RowsProps<Row> {
  /** Other rows are on their way; the shown ones stay, dimmed. */
  updating?: boolean;
  failure?: Failure | undefined;
  /** Whether filters are set: no rows then mean 'no match', not 'nothing yet'. */
  filtered?: boolean;
  onClearFilters?: () => void;
  /** An `EmptyState` for when there is nothing yet. */
  empty: ReactNode;
}

/**
 * The one table: rows of 44 px under a header that stays, sorted by its buttons; on phones the same
 * rows as cards. Nothing yet, no match, loading and failed look different.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { updating = false, failure, filtered = false, onClearFilters, empty, ...rest } = props;
  const isMobile = useIsMobile();
  const { rows } = rest;

  if (failure && rows === undefined) return <TableFailure {...failure} />;
  if (rows?.length === 0) {
    return (
      <Box {...frame} borderStyle={filtered ? 'solid' : 'dashed'} aria-busy={updating}>
        {filtered ? <NoMatch onClear={onClearFilters} /> : empty}
      </Box>
    );
  }
  return (
    <Box aria-busy={updating || rows === undefined} css={updating ? dimmed : undefined}>
      {failure && <TableFailure {...failure} stale />}
      {isMobile ? (
        <TableCards {...rest} />
      ) : (
        <Box {...frame}>
          <TableGrid {...rest} />
        </Box>
      )}
    </Box>
  );
}

const frame = {
  bg: 'bg.surface',
  borderWidth: '1px',
  borderColor: 'border.subtle',
  borderRadius: 'lg',
  // Not 'hidden', which would make it the scroll container that the header sticks to.
  overflow: 'clip',
} as const;

// Only an answer that takes its time is seen to be awaited.
const dimmed = {
  '& :is(tbody, ul)': {
    opacity: '0.55',
    transitionProperty: 'opacity',
    transitionDuration: 'moderate',
    transitionDelay: '150ms',
  },
} as const;
