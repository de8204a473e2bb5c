// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { usePageInRange } from './use-page-in-range.ts';

test('a page beyond the last one has no rows until those of the last page have loaded', () => {
  const setPage = vi.fn<(page: number, options: { replace: boolean }) => void>();
  const { result, rerender } = renderHook(
    ({ page, rows }) => usePageInRange({ page, setPage }, { rows, total: 30 }, 25),
    { initialProps: { page: 99, rows: [] as string[] } },
  );
  expect(result.current).toEqual({ rows: undefined, total: 30 });
  expect(setPage).toHaveBeenCalledExactlyOnceWith(2, { replace: true });
  // The previous rows stay while others load.
  rerender({ page: 2, rows: [] });
  expect(result.current.rows).toBeUndefined();
  rerender({ page: 2, rows: ['Ann'] });
  expect(result.current.rows).toEqual(['Ann']);
});

test('a list without any rows is empty', () => {
  const { result } = renderHook(() =>
    usePageInRange({ page: 1, setPage: () => {} }, { rows: [], total: 0 }, 25),
  );
  expect(result.current).toEqual({ rows: [], total: 0 });
});
