import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient, refetchFailedQueries } from '../react/query-client';
import { ApiError, networkError } from './api-error';
import { createServerStatus } from './server-status';
import { QueryObserver } from '@tanstack/react-query';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('one failed call does not make the server unreachable if a probe succeeds', async () => {
  const status = createServerStatus();
  status.report(0, async () => true);
  await vi.advanceTimersByTimeAsync(0);
  expect(status.isReachable()).toBe(true);
});

test('an unreachable server is probed with backoff until it responds', async () => {
  const status = createServerStatus([1_000, 2_000]);
  const changes: boolean[] = [];
  status.subscribe(() => changes.push(status.isReachable()));
  let up = false;
  const probe = vi.fn<() => Promise<boolean>>(async () => up);
  status.report(503, probe);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(probe).toHaveBeenCalledTimes(2);
  expect(status.isReachable()).toBe(false);
  up = true;
  await vi.advanceTimersByTimeAsync(1);
  expect(changes).toEqual([false, true]);
});

test('any successful call ends the wait', async () => {
  const status = createServerStatus([60_000]);
  const probe = async () => false;
  status.report(0, probe);
  await vi.advanceTimersByTimeAsync(0);
  expect(status.isReachable()).toBe(false);
  status.report(200, probe);
  expect(status.isReachable()).toBe(true);
});

test.each([
  ['without a server', true, networkError()],
  ['to load a file', true, new TypeError('Failed to fetch')],
  ['because the server refused it', false, new ApiError('not_found', 'Not found', 404)],
])(
  'a visible query that failed %s is refetched once the server responds: %s',
  async (_how, again, error) => {
    const status = createServerStatus([1_000]);
    const client = createQueryClient();
    const stop = refetchFailedQueries(client, status);
    let up = false;
    const probe = async () => up;
    const observer = new QueryObserver(client, {
      queryKey: ['list'],
      retry: false,
      queryFn: async () => {
        if (up) return 'rows';
        status.report(0, probe);
        throw error;
      },
    });
    const unsubscribe = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(10);
    expect(observer.getCurrentResult().status).toBe('error');
    up = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(observer.getCurrentResult().data).toBe(again ? 'rows' : undefined);
    unsubscribe();
    stop();
    client.clear();
  },
);
