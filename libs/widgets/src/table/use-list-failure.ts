import { toast } from '@homie/ui';
import { useEffect } from 'react';

interface ListQuery {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/** What a table shows of a failed query, which is also told once as a toast. @param title e.g. 'Failed to load users' */
export function useListFailure({ error, isFetching, refetch }: ListQuery, title: string) {
  useEffect(() => {
    if (error) toast.error({ title: 'Error', description: title });
  }, [error, title]);
  return error ? { title, onRetry: () => void refetch(), retrying: isFetching } : undefined;
}
