import { Box, Flex, IconArrowDown, Skeleton, Span } from '@homie/ui';
import { Fragment, type MouseEvent } from 'react';
import { IconAscending, IconSort } from '../icons.ts';
import { nextSort, sortKeys, type Column, type Sort, type SortKey } from './column.ts';
import { openButtonProps, type RowsProps } from './rows-props.ts';
import { OpenButton } from './open-button.tsx';
import { pressRow } from './press-row.ts';
import { RowMenu } from './row-menu.tsx';
import { Loading } from './table-states.tsx';
import { denseStyle, tableStyle } from './table-style.ts';

/** The number of placeholder rows while loading. */
const LOADING_ROWS = 8;

/** The rows as a table, for wide windows. */
export function TableGrid<Row>(props: RowsProps<Row>) {
  const { label, columns, rows, rowKey, actions, sort, onSort } = props;
  const { openers, dense = false } = props;
  return (
    <Box asChild css={dense ? [tableStyle, denseStyle] : tableStyle}>
      <table aria-label={label}>
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
          {openers && <col style={{ width: actions ? '6.25rem' : '5rem' }} />}
          {actions && !openers && <col style={{ width: '5.5rem' }} />}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHeader key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
            {openers && <th scope="col">{openers}</th>}
            {actions && !openers && <th scope="col">Actions</th>}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => <GridRow key={rowKey(row)} {...props} row={row} />) ?? (
            <LoadingRows cells={columns.length + ((openers ?? actions) ? 1 : 0)} />
          )}
        </tbody>
      </table>
    </Box>
  );
}

function GridRow<Row>(props: RowsProps<Row> & { row: Row }) {
  const { row, columns, rowName, onOpen, openers, actions, isNested } = props;
  const items = actions?.(row) ?? [];
  const [first, ...others] = columns;

  return (
    <tr
      data-nested={isNested?.(row) || undefined}
      {...(onOpen && {
        onClick: (event: MouseEvent<HTMLElement>) => pressRow(event, () => onOpen(row)),
        style: { cursor: 'pointer' },
      })}
    >
      <th scope="row">
        {onOpen && !openers ? (
          <button type="button" data-open-row onClick={() => onOpen(row)}>
            <Cut>{first.cell(row)}</Cut>
          </button>
        ) : (
          <Cut>{first.cell(row)}</Cut>
        )}
      </th>
      {others.map(({ id, cell, numeric }) => (
        <td key={id} data-numeric={numeric}>
          <Cut>{cell(row) ?? '-'}</Cut>
        </td>
      ))}
      {openers && (
        <td>
          <Flex justifyContent="flex-end">
            {items.length > 0 && <RowMenu name={rowName(row)} items={items} />}
            <OpenButton {...openButtonProps(props)} />
          </Flex>
        </td>
      )}
      {actions && !openers && (
        <td>
          <RowMenu name={rowName(row)} items={items} />
        </td>
      )}
    </tr>
  );
}

function Cut({ children }: { children: React.ReactNode }) {
  return typeof children === 'string' ? <span title={children}>{children}</span> : children;
}

function LoadingRows({ cells }: { cells: number }) {
  return Array.from({ length: LOADING_ROWS }, (_, row) => (
    <tr key={row} data-testid="skeleton-row">
      {Array.from({ length: cells }, (_cell, cell) => (
        <td key={cell}>
          {row === 0 && cell === 0 && <Loading />}
          <Skeleton height="3" width={`${85 - ((row * 17 + cell * 29) % 45)}%`} />
        </td>
      ))}
    </tr>
  ));
}

interface SortHeaderProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

/** A column's header, with a button for each value by which the column is sortable. */
function SortHeader<Row>({ column, sort, onSort }: SortHeaderProps<Row>) {
  const keys = sortKeys([column]);
  if (keys.length === 0 || !onSort)
    return (
      <th scope="col" data-numeric={column.numeric}>
        {column.header}
      </th>
    );
  const active = keys.find(({ id }) => id === sort?.by);
  return (
    <th scope="col" aria-sort={active && sort?.direction}>
      {keys.map((key, index) => (
        <Fragment key={key.id}>
          {/* One column with two values, not two columns. */}
          {index > 0 && <span aria-hidden>/</span>}
          <SortButton sortKey={key} sort={sort} onSort={onSort} />
        </Fragment>
      ))}
    </th>
  );
}

interface SortButtonProps {
  sortKey: SortKey;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

function SortButton({ sortKey: { id, header, sort: words }, sort, onSort }: SortButtonProps) {
  const direction = sort?.by === id ? sort.direction : undefined;
  const next = nextSort(id, words, sort);
  return (
    <button type="button" title={`Sort ${words[next.direction]}`} onClick={() => onSort(next)}>
      <span>{header}</span>
      <Span aria-hidden color={direction ? 'brand.fg' : 'fg.subtle'} flexShrink="0">
        {direction === 'ascending' && <IconAscending size={14} />}
        {direction === 'descending' && <IconArrowDown size={14} />}
        {!direction && <IconSort size={14} />}
      </Span>
    </button>
  );
}
