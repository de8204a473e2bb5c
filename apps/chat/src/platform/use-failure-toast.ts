import { toast } from '@homie/ui';
import { useEffect, useRef } from 'react';

/**
 * Shows a destructive 'Error' toast each time a query fails for good; not again when what was hidden is shown again.
 * @param failedAt when the query failed last, in milliseconds; 0 when it never did
 */
export function useFailureToast(failedAt: number, isError: boolean, description: string): void {
  const reported = useRef<number>(undefined);
  useEffect(() => {
    if (!isError || reported.current === failedAt) return;
    reported.current = failedAt;
    toast.error({ title: 'Error', description });
  }, [failedAt, isError, description]);
}
