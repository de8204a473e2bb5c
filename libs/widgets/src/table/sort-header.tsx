import { IconArrowDown, Span } from '@homie/ui';
import { IconAscending, IconSort } from '../icons.ts';
import { nextSort, type Column, type Sort } from './column.ts';

interface SortHeaderProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

/** A column's header; a button if the column is sortable. */
export function SortHeader<Row>({ column, sort, onSort }: SortHeaderProps<Row>) {
  const { id, header, sort: words } = column;
  if (!words || !onSort) return <th scope="col">{header}</th>;
  const direction = sort?.by === id ? sort.direction : undefined;
  const next = nextSort(id, words, sort);
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" title={`Sort ${words[next.direction]}`} onClick={() => onSort(next)}>
        {header}
        <Span aria-hidden color={direction ? 'brand.fg' : 'fg.subtle'} flexShrink="0">
          {direction === 'ascending' && <IconAscending size={14} />}
          {direction === 'descending' && <IconArrowDown size={14} />}
          {!direction && <IconSort size={14} />}
        </Span>
      </button>
    </th>
  );
}
