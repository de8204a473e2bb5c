// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { provideLocalCopies, type LocalCopies } from '@homie/api-client';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useWaitsForConnection } from './use-waits-for-connection';

const never = new Promise<never>(() => {});
const copies: LocalCopies = {
  whenRead: () => never,
  showAll: async () => {},
  saveScreen: async () => {},
  drop: async () => {},
  end: async () => {},
};
const stored: IDBDatabaseInfo[] = [{ name: 'homie.copies.person', version: 1 }];

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  provideLocalCopies(Promise.resolve(null));
});

test.each([
  ['names its databases', never, never],
  ['opens a database', Promise.resolve(stored), never],
  ['reads a copy', Promise.resolve(stored), Promise.resolve(copies)],
])(
  'INSTANT-39 the page waits 3 s for copies if the browser never %s',
  async (_, databases, opened) => {
    vi.spyOn(indexedDB, 'databases').mockReturnValue(databases);
    provideLocalCopies(opened);
    const { result } = renderHook(() => useWaitsForConnection({ isPaused: true, data: undefined }));
    await act(() => vi.advanceTimersByTimeAsync(2_999));
    expect(result.current).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(result.current).toBe(true);
  },
);
