import { ErrorState, SkeletonRows } from '@homie/ui';

interface UnreadPanelProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** The title of a failure, e.g. 'Failed to load access'. */
  failureTitle: string;
  /** The label for screen readers while it loads. */
  label: string;
  /** The number of skeleton rows while it loads. */
  rows: number;
}

/** Renders the fallback of a dialog's panel until its data has loaded: skeleton rows, or an error with a retry. */
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
