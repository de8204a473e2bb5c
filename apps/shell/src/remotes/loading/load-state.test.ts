import { expect, test } from 'vitest';
import { LOAD_STATES, type LoadEvent, type LoadStatus } from './load-state';

const events: readonly LoadEvent[] = [
  'first',
  'retry',
  'selected',
  'refetch',
  'fetched',
  'failed',
  'forget',
];

/** One column per event, in the order above; '-' where an event has no effect. */
const table: readonly (readonly [LoadStatus, string])[] = [
  ['idle', 'selecting selecting - - - - -'],
  ['selecting', '- - fetching - - failed -'],
  ['fetching', '- - - selecting ready failed -'],
  ['ready', '- selecting - - - - -'],
  ['failed', '- selecting - - ready - idle'],
];

test.each(table)('each event leads from %s to one status or has no effect', (status, row) => {
  expect(events.map((event) => LOAD_STATES[status][event] ?? '-').join(' ')).toBe(row);
});

test('the table has a row for each status', () => {
  expect(Object.keys(LOAD_STATES)).toEqual(table.map(([status]) => status));
});
