import { useEffect } from 'react';

/** Navigates to the last page if the open one is beyond it, e.g. after its last row was deleted. */
export function usePageInRange(
  {
    page,
    setPage,
  }: { page: number; setPage: (page: number, options: { replace: boolean }) => void },
  { total, pageSize }: { total: number | undefined; pageSize: number },
): void {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / pageSize));
  useEffect(() => {
    if (page > last) setPage(last, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- only the numbers decide: the setter is recreated on each render
  }, [page, last]);
}
