import { useEffect } from 'react';

interface OpenPage<Row> {
  /** The rows of the open page; undefined while they load. */
  rows: readonly Row[] | undefined;
  /** The number of rows on all pages. */
  total: number | undefined;
  pageSize: number;
}

/**
 * Navigates to the last page if the open one is beyond it, e.g. after its last row was deleted.
 * @returns the rows; undefined also until those of the last page have loaded: the list is not empty
 */
export function usePageInRange<Row>(
  {
    page,
    setPage,
  }: { page: number; setPage: (page: number, options: { replace: boolean }) => void },
  { rows, total, pageSize }: OpenPage<Row>,
): readonly Row[] | undefined {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / pageSize));
  useEffect(() => {
    if (page > last) setPage(last, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- only the numbers decide: the setter is recreated on each render
  }, [page, last]);
  return rows?.length === 0 && total ? undefined : rows;
}
