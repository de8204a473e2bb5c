import { expect, test } from 'vitest';
import { verifiableRange } from './verifiable-range';

const from = '2026-11-08T13:00:00.000Z';
const to = '2026-11-09T13:00:00.000Z';
const filterOf = (time: { from?: string; to?: string }) => ({
  ...time,
  page: 1,
  pageSize: 50,
  sort: 'created_at_desc' as const,
});

test('a range is named after its days, and the whole log is not a range', () => {
  const name = (time: { from?: string; to?: string }, days: { from?: string; to?: string }) =>
    verifiableRange({ filter: filterOf(time), days })?.name;
  const [first, last] = ['2026-11-09', '2026-11-22'];
  expect(name({ from, to }, { from: first, to: last })).toBe('9 Nov 2026 to 22 Nov 2026');
  expect(name({ from, to }, { from: first, to: first })).toBe('9 Nov 2026');
  expect(name({ from }, { from: first })).toBe('Since 9 Nov 2026');
  expect(name({ to }, { to: last })).toBe('Up to 22 Nov 2026');
  expect(verifiableRange({ filter: filterOf({}), days: {} })).toBeUndefined();
  expect(verifiableRange({ filter: filterOf({ from }), days: { from: first } })?.time).toEqual({
    from,
    to: undefined,
  });
});
