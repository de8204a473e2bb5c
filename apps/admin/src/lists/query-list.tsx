import { useListFailure } from '@homie/widgets';
import { PagedList, type PagedListProps } from './paged-list';

interface QueryListProps<Row> extends Omit<PagedListProps<Row>, 'found' | 'failure'> {
  /** The query of the shown page. */
  query: {
    data: PagedListProps<Row>['found'];
    error: Error | null;
    isFetching: boolean;
    isPaused: boolean;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  /** The title of a failure, e.g. 'Failed to load user access'. */
  failureTitle: string;
}

/** Renders a {@link PagedList} with pages from the server. */
export function QueryList<Row>({ query, failureTitle, ...list }: QueryListProps<Row>) {
  const failure = useListFailure(query, failureTitle);
  return <PagedList {...list} found={query.data} failure={failure} />;
}
