import { toast } from '@homie/ui';
import { useEffect } from 'react';

interface ListQuery {
  error: Error | null;
  isFetching: boolean;
  /** True while it waits for the network. */
  isPaused: boolean;
  refetch: () => unknown;
}

/**
 * Returns the failure that a table shows for a failed query, which is also reported once as a toast, or while offline.
 * @param title e.g. 'Failed to load users'
 */
export function useListFailure({ error, isFetching, isPaused, refetch }: ListQuery, title: string) {
  useEffect(() => {
    if (error) toast.error({ title: 'Error', description: title });
  }, [error, title]);
  if (!error && !isPaused) return undefined;
  return {
    title: error ? title : "You're offline",
    onRetry: () => void refetch(),
    retrying: isFetching,
  };
}
