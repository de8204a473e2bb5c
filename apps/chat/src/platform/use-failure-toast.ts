import { toast } from '@homie/ui';
import { useEffect, useRef } from 'react';

/**
 * Shows a destructive 'Error' toast each time a query fails for good; not again when what was hidden is shown again.
 * Dismisses it when the query succeeds.
 * @param failedAt when the query failed last, in milliseconds; 0 when it never did
 */
export function useFailureToast(failedAt: number, isError: boolean, description: string): void {
  const reported = useRef<{ failedAt: number; toastId: number }>(undefined);
  useEffect(() => {
    if (!isError) {
      if (reported.current !== undefined) toast.dismiss(reported.current.toastId);
      return;
    }
    if (reported.current?.failedAt === failedAt) return;
    reported.current = { failedAt, toastId: toast.error({ title: 'Error', description }) };
  }, [failedAt, isError, description]);
}
