import { ErrorState, SkeletonRows } from '@homie/ui';

interface UnreadPanelProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** The title of a failure, e.g. 'Failed to load access'. */
  failureTitle: string;
  /** The label for screen readers while it loads. */
  label: string;
  /** How many rows to show while it loads. */
  rows: number;
}

/** Stands in for a panel of a dialog until its data has arrived: skeleton rows, or a failure with a retry. */
export function UnreadPanel({ query, failureTitle, label, rows }: UnreadPanelProps) {
  return query.error ? (
    <ErrorState
      title={failureTitle}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
      headingAs="h3"
    />
  ) : (
    <SkeletonRows rows={rows} label={label} />
  );
}
