import { ErrorState, List, SearchField, SkeletonRows, Text, type Elements } from '@homie/ui';
import { Pager, type Failure } from '@homie/widgets';
import { useEffect, type ReactElement } from 'react';
import { PAGE_SIZE } from './model/paginate';
import type { PagedSearch } from './paged-search';

/** Props of {@link PagedList}. */
export interface PagedListProps<Row> {
  /** The list's name for screen readers. */
  label: string;
  /** The noun for the rows, e.g. 'assistants'. */
  noun: string;
  /** The label of the search box, e.g. 'Search by title'; `Search {noun}` by default. */
  searchLabel?: string;
  search: PagedSearch;
  found: { rows: readonly Row[]; total: number } | undefined;
  failure: Failure | undefined;
  /** The text of the empty state. */
  emptyText: string;
  /** Rendered above the rows. */
  header?: Elements;
  /** Renders the `ListItem` of a row. */
  children: (row: Row) => ReactElement;
}

/** Renders a list in a dialog, with search and pages once it is long. Shows the previous page if a page empties. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { label, noun, search, found, failure, emptyText, header, children } = props;
  const isBeyond = found?.rows.length === 0 && search.page > 1;
  useEffect(() => {
    if (isBeyond) search.setPage(search.page - 1);
    // oxlint-disable-next-line react/exhaustive-deps -- only the page decides: the setter is recreated on each render
  }, [isBeyond, search.page]);

  if (!found || isBeyond) {
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
        <SearchField
          label={props.searchLabel ?? `Search ${noun}`}
          value={search.typed}
          onChange={search.type}
        />
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
