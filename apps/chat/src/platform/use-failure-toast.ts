import { toast } from '@homie/ui';
import { useEffect } from 'react';

/**
 * Shows a destructive 'Error' toast each time a query fails for good.
 * @param failedAt when the query failed last, in milliseconds; 0 when it never did
 */
export function useFailureToast(failedAt: number, isError: boolean, description: string): void {
  useEffect(() => {
    if (isError) toast.error({ title: 'Error', description });
  }, [failedAt, isError, description]);
}
