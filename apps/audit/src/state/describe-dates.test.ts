import { expect, test } from 'vitest';
import { describeDates } from './describe-dates';

test.each([
  [{ from: '1h' }, 'Last hour'],
  [{ from: '24h' }, 'Last 24 hours'],
  [{ from: '2w', to: '7d' }, '2 weeks ago to 7 days ago'],
  [{ from: '2026-11-01', to: '2026-11-01' }, '1 Nov 2026'],
  [{ from: '2026-11-01', to: '2026-11-05' }, '1 Nov 2026 to 5 Nov 2026'],
  [{ to: '2026-11-05' }, 'Up to 5 Nov 2026'],
  [{ from: '2026-11-05T00:00:00.000Z' }, 'Since 2026-11-05 00:00:00'],
  [{}, undefined],
])('dates %j are described as %s', (dates, text) => {
  expect(describeDates(dates, 'utc')).toBe(text);
});
