import { isMissing } from '@homie/api-client';
import { EmptyState, ErrorState, IconSearch } from '@homie/ui';

interface UnreadRecordProps {
  /** What the record is, e.g. 'participant'. */
  noun: string;
  /** The query that failed. */
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
}

/** In place of a record that could not be read: says that there is none, or offers to read it again. */
export function UnreadRecord({ noun, query: { error, isFetching, refetch } }: UnreadRecordProps) {
  return isMissing(error) ? (
    <EmptyState
      icon={<IconSearch />}
      title={`We can't find this ${noun}`}
      description="It may have been deleted, or the address is wrong."
      headingAs="h3"
    />
  ) : (
    <ErrorState
      title={`Failed to load ${noun}`}
      onRetry={() => void refetch()}
      retrying={isFetching}
      headingAs="h3"
    />
  );
}
