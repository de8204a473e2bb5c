import { useEffect } from 'react';

interface OpenPage<Row> {
  rows: readonly Row[];
  /** The number of rows on all pages. */
  total: number;
}

/**
 * Navigates to the last page if the open one is beyond it, e.g. after its last row was deleted.
 * @param open the open page; undefined while it loads
 * @returns the page. Its rows are undefined also until those of the last page have loaded: the list is not empty
 */
export function usePageInRange<Row>(
  {
    page,
    setPage,
  }: { page: number; setPage: (page: number, options: { replace: boolean }) => void },
  open: OpenPage<Row> | undefined,
  pageSize: number,
): Partial<OpenPage<Row>> {
  const last = open ? Math.max(1, Math.ceil(open.total / pageSize)) : page;
  useEffect(() => {
    if (page > last) setPage(last, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- only the numbers decide: the setter is recreated on each render
  }, [page, last]);
  return open && open.total > 0 && open.rows.length === 0 ? { total: open.total } : { ...open };
}
