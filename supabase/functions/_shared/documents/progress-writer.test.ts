import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProgressWriter } from './progress-writer.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('DOCS-17 writes the latest progress, at most once per second', async () => {
  const written: number[] = [];
  const writer = new ProgressWriter(async (percent) => written.push(percent));
  writer.update(31);
  await vi.advanceTimersByTimeAsync(0);
  for (let percent = 32; percent <= 60; percent += 1) writer.update(percent);
  await vi.advanceTimersByTimeAsync(999);
  expect(written).toEqual([31]);
  await vi.advanceTimersByTimeAsync(1);
  writer.update(59);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(written).toEqual([31, 60]);
});

test('DOCS-17 one write at a time; a failed one does not stop the next', async () => {
  const written: number[] = [];
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const writer = new ProgressWriter((percent) => {
    written.push(percent);
    return new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  });
  writer.update(31);
  await vi.advanceTimersByTimeAsync(3_000);
  writer.update(50);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(written).toEqual([31]);
  settle?.reject(new Error('the database is unavailable'));
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toEqual([31, 50]);

  const closed = vi.fn<() => void>();
  void writer.close().then(closed);
  writer.update(90);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(closed).not.toHaveBeenCalled();
  settle?.resolve();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(closed).toHaveBeenCalledOnce();
  expect(written).toEqual([31, 50]);
});
