import { Page } from '@homie/ui';
import {
  FilterBar,
  Pager,
  TypedFilter,
  useListFailure,
  usePageInRange,
  type DataTableProps,
} from '@homie/widgets';
import { Suspense, type ReactNode } from 'react';
import { ChosenFilter } from './chosen-filter';
import type { ListControl } from './use-list-address';

/** What a table of a `ListScreen` is given of it. */
export type ListedTableProps<Row> = Pick<
  DataTableProps<Row>,
  'rows' | 'sort' | 'onSort' | 'updating' | 'failure' | 'filtered' | 'onClearFilters' | 'empty'
>;

interface ListScreenProps<Filter extends string, Row> {
  title: string;
  description: string;
  /** Beside the title. */
  actions?: ReactNode;
  /** What is listed, e.g. 'user' and 'users'. */
  noun: { one: string; many: string };
  list: ListControl<Filter>;
  query: {
    data: { rows: readonly Row[]; total: number } | undefined;
    isPlaceholderData: boolean;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  pageSize: number;
  /** What is typed to find rows. */
  search: { filter: Filter; label: string; maxLength: number };
  /** What is chosen to narrow them. */
  choice: {
    filter: Filter;
    label: string;
    options: readonly { value: string; label: string }[];
  };
  /** An `EmptyState` for when there is nothing yet. */
  empty: ReactNode;
  table: (listed: ListedTableProps<Row>) => ReactNode;
  /** The open dialog, which may load its code. */
  children: ReactNode;
}

/** A screen of the console: a list that is found, narrowed, ordered and paged in the address, and its dialogs. */
export function ListScreen<Filter extends string, Row>(props: ListScreenProps<Filter, Row>) {
  const { noun, list, query, pageSize, search, choice } = props;
  const failure = useListFailure(query, `Failed to load ${noun.many}`);
  const { rows, total } = query.data ?? {};
  usePageInRange(list, { total, pageSize });
  return (
    <Page title={props.title} description={props.description} actions={props.actions}>
      <FilterBar
        label={`Filter ${noun.many}`}
        active={list.active}
        onClear={list.clear}
        found={total === undefined ? undefined : `${total} ${total === 1 ? noun.one : noun.many}`}
      >
        <TypedFilter
          label={search.label}
          value={list.filters[search.filter]}
          onType={(text) => list.type(search.filter, text)}
          maxLength={search.maxLength}
        />
        <ChosenFilter
          label={choice.label}
          options={choice.options}
          value={list.filters[choice.filter]}
          onChange={(value) => list.choose(choice.filter, value)}
        />
      </FilterBar>
      {props.table({
        rows,
        sort: list.sort,
        onSort: list.setSort,
        updating: query.isPlaceholderData,
        failure,
        filtered: list.active > 0,
        onClearFilters: list.clear,
        empty: props.empty,
      })}
      <Pager
        page={list.page}
        pageSize={pageSize}
        shown={rows?.length ?? 0}
        total={total ?? 0}
        noun={noun.many}
        onPage={list.setPage}
      />
      <Suspense>{props.children}</Suspense>
    </Page>
  );
}
