import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { climb } from './climb';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('FILE-01 progress rises by 20 every 200 ms and is capped at 90', () => {
  const shown: number[] = [];
  climb((percent) => shown.push(percent));
  vi.advanceTimersByTime(199);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([20]);
  vi.advanceTimersByTime(600);
  expect(shown).toEqual([20, 40, 60, 80]);
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual([20, 40, 60, 80, 90]);
});

test('progress that was stopped does not rise', () => {
  const shown: number[] = [];
  const stop = climb((percent) => shown.push(percent));
  vi.advanceTimersByTime(400);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual([20, 40]);
});
