import type { RemoteHealth } from '@homie/api-client';
import { expect, test } from 'vitest';
import { figuresOf, usualRating, usualTime } from './figures';

const bounds = [250, 500, 1000];

function counter(values: Partial<RemoteHealth>): RemoteHealth {
  return {
    environment: 'local',
    remote: 'chat',
    version: '1',
    source: 'current',
    outcome: 'loaded',
    count: 1,
    milliseconds: 100,
    durations: [1, 0, 0, 0],
    last_day: '2026-11-21',
    ...values,
  };
}

test('aggregates the counters of all releases of a remote in one environment', () => {
  const counters = [
    counter({ count: 3, milliseconds: 900, durations: [1, 2, 0, 0] }),
    counter({ version: '2', count: 1, milliseconds: 700, durations: [0, 0, 1, 0] }),
    counter({ outcome: 'slow', count: 2, milliseconds: 16_000, durations: [0, 0, 0, 2] }),
    counter({ remote: 'audit', count: 50 }),
    counter({ environment: 'staging', count: 50 }),
  ];
  const figures = figuresOf(counters, { remote: 'chat', environment: 'local' });
  expect(figures).toMatchObject({ loads: 4, average: 400, failed: 2, slots: [1, 2, 1, 0] });
  expect([...figures.byVersion]).toEqual([
    ['1', 3],
    ['2', 1],
  ]);
  expect(figures.failures).toEqual([
    { reason: 'slow', version: '1', count: 2, lastDay: '2026-11-21' },
  ]);
});

test('without loads there is no average', () => {
  const figures = figuresOf([], { remote: 'chat', environment: 'local' });
  expect(figures).toMatchObject({ loads: 0, average: null, failed: 0 });
  expect(usualTime(figures.slots, bounds)).toBeNull();
});

test.each([
  [[3, 1, 0, 0], 250],
  [[2, 1, 1, 0], 500],
  [[1, 1, 1, 1], 1000],
  [[0, 0, 1, 3], Infinity],
])('most loads of %j finished within %d ms', (slots, time) => {
  expect(usualTime(slots, bounds)).toBe(time);
});

test('INSTANT-04 counts ratings per metric, and not as failures', () => {
  const counters = [
    counter({ outcome: 'lcp-good', count: 3 }),
    counter({ outcome: 'lcp-good', version: '2', count: 2 }),
    counter({ outcome: 'lcp-poor', count: 1 }),
    counter({ outcome: 'cls-fair', count: 1 }),
    counter({ outcome: 'lcp-good', remote: 'audit', count: 9 }),
  ];
  const { vitals, failed, loads } = figuresOf(counters, { remote: 'chat', environment: 'local' });
  expect(vitals).toEqual({
    lcp: { good: 5, fair: 0, poor: 1 },
    inp: { good: 0, fair: 0, poor: 0 },
    cls: { good: 0, fair: 1, poor: 0 },
  });
  expect([failed, loads]).toEqual([0, 0]);
});

test.each([
  [{ good: 0, fair: 0, poor: 0 }, null],
  [{ good: 3, fair: 1, poor: 0 }, 'good'],
  [{ good: 2, fair: 1, poor: 1 }, 'fair'],
  [{ good: 1, fair: 1, poor: 1 }, 'poor'],
])('INSTANT-04 the usual rating of %j is %s', (ratings, expected) =>
  expect(usualRating(ratings)).toBe(expected),
);
