// @vitest-environment jsdom
import { timeZone } from '@homie/composition';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { daysBetween } from './relative-time.ts';
import { useNow } from './use-now.ts';

afterEach(() => timeZone.setState(undefined));

test('ACCT-65 the days of a list follow a changed time zone', () => {
  timeZone.setState('Pacific/Kiritimati');
  const lateInUtc = new Date('2026-11-20T23:00:00Z');
  const earlyInUtc = new Date('2026-11-21T01:00:00Z');
  const { result } = renderHook(() => {
    useNow();
    return daysBetween(lateInUtc, earlyInUtc);
  });
  expect(result.current).toBe(0);
  act(() => timeZone.setState('UTC'));
  expect(result.current).toBe(1);
});
