import { ErrorState, List, SearchField, SkeletonRows, Text } from '@homie/ui';
import { Pager } from '@homie/widgets';
import type { ReactNode } from 'react';
import type { Failure } from '@homie/widgets';
import type { PagedSearch } from './paged-search';

const PAGE_SIZE = 25;

interface PagedListProps<Row> {
  /** The list's name for screen readers. */
  label: string;
  /** What is counted, e.g. 'assistants'. */
  noun: string;
  search: PagedSearch;
  found: { rows: readonly Row[]; total: number } | undefined;
  failure: Failure | undefined;
  /** What is said where there is nothing at all. */
  emptyText: string;
  /** Stands above the rows. */
  header?: ReactNode;
  /** Makes the `ListItem` of a row. */
  children: (row: Row) => ReactNode;
}

/** A list in a dialog that is searched and paged once it is long. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { label, noun, search, found, failure, emptyText, header, children } = props;
  if (!found) {
    return failure ? (
      <ErrorState {...failure} headingAs="h3" />
    ) : (
      <SkeletonRows rows={5} label={`Loading ${noun}`} />
    );
  }
  const { rows, total } = found;
  const isLong = total > PAGE_SIZE || search.typed !== '' || search.q !== '';
  return (
    <>
      {isLong && (
        <SearchField label={`Search ${noun}`} value={search.typed} onChange={search.type} />
      )}
      {rows.length > 0 && header}
      {rows.length === 0 && (
        <Text tone="muted" size="sm" paddingBlock="3">
          {search.q === '' ? emptyText : `No ${noun} match.`}
        </Text>
      )}
      <List aria-label={label}>{rows.map(children)}</List>
      <Pager
        page={search.page}
        pageSize={PAGE_SIZE}
        shown={rows.length}
        total={total}
        noun={noun}
        onPage={search.setPage}
      />
    </>
  );
}
