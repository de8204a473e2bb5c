import { toast } from '@homie/ui';
import { useEffect } from 'react';

interface ListQuery {
  data: unknown;
  isPlaceholderData: boolean;
  error: Error | null;
  isFetching: boolean;
  /** True while it waits for the network. */
  isPaused: boolean;
  refetch: () => unknown;
}

/**
 * Returns the failure that a table shows for a failed query, which is also reported once as a toast, or for rows that
 * wait for the network.
 * @param title e.g. 'Failed to load users'
 */
export function useListFailure(query: ListQuery, title: string) {
  const { data, isPlaceholderData, error, isFetching, isPaused, refetch } = query;
  useEffect(() => {
    if (error) toast.error({ title: 'Error', description: title });
  }, [error, title]);
  const isMissing = data === undefined || isPlaceholderData;
  if (!error && !(isPaused && isMissing)) return undefined;
  return {
    title: error ? title : "You're offline",
    onRetry: () => void refetch(),
    retrying: isFetching,
  };
}
