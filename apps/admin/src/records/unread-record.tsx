import { isMissing } from '@homie/api-client';
import { EmptyState, ErrorState, IconSearch } from '@homie/ui';

interface UnreadRecordProps {
  /** The noun for the record, e.g. 'participant'. */
  noun: string;
  /** The query that failed. */
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
}

/** Renders the fallback of a record that could not be read: that it does not exist, or an error with a retry. */
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
