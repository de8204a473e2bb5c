import { toast } from '@homie/ui';
import { useEffect } from 'react';

interface ListQuery {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/**
 * Returns the failure that a table shows for a failed query, and reports it once as a toast.
 * @param title e.g. 'Failed to load users'
 */
export function useListFailure({ error, isFetching, refetch }: ListQuery, title: string) {
  useEffect(() => {
    if (error) toast.error({ title: 'Error', description: title });
  }, [error, title]);
  return error ? { title, onRetry: () => void refetch(), retrying: isFetching } : undefined;
}
