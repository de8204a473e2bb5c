import { Box, useIsMobile } from '@homie/ui';
import type { ReactNode } from 'react';
import type { RowsProps } from './rows-props.ts';
import { TableCards } from './table-cards.tsx';
import { TableGrid } from './table-grid.tsx';
import { TableFailure, NoMatch, type Failure } from './table-states.tsx';

/** Props of {@link DataTable}. */
export interface DataTableProps<Row> extends RowsProps<Row> {
  /** True while other rows load; the visible ones stay, dimmed. */
  updating?: boolean;
  failure?: Failure | undefined;
  /** True if filters are set: no rows then mean 'no match', not 'nothing yet'. */
  filtered?: boolean;
  onClearFilters?: () => void;
  /** An `EmptyState` for when there is nothing yet. */
  empty: ReactNode;
}

/**
 * The one table: rows of 44 px under a sticky header, sorted by its buttons; on phones the same rows as cards. Nothing
 * yet, no match, loading and failed look different.
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
        // The columns of a dense table need more than a narrow window: it scrolls there, its header with it.
        // Positioned, so that hidden text in its cells does not make the page wider.
        <Box
          {...frame}
          position="relative"
          overflow={rest.dense ? { base: 'auto', lg: 'clip' } : 'clip'}
        >
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

// Only a slow response is shown as pending.
const dimmed = {
  '& :is(tbody, ul)': {
    opacity: '0.55',
    transitionProperty: 'opacity',
    transitionDuration: 'moderate',
    transitionDelay: '150ms',
  },
} as const;
