// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useListFailure } from './use-list-failure.ts';

test('a query that waits for the network is reported, so that its table does not load forever', () => {
  const refetch = vi.fn<() => void>();
  const query = {
    data: undefined,
    isPlaceholderData: false,
    error: null,
    isFetching: false,
    isPaused: true,
    refetch,
  };
  const { result, rerender } = renderHook(
    (isPaused: boolean) => useListFailure({ ...query, isPaused }, 'Failed to load people'),
    { initialProps: true },
  );
  expect(result.current?.title).toBe("You're offline");
  rerender(false);
  expect(result.current).toBeUndefined();
});

test('rows that are reloaded once the network is back stay', () => {
  const query = { data: [], isPlaceholderData: false, error: null, isFetching: false };
  const paused = { ...query, isPaused: true, refetch: vi.fn<() => void>() };
  const { result } = renderHook(() => useListFailure(paused, 'Failed to load people'));
  expect(result.current).toBeUndefined();
});
