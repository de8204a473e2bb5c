import { expect, test } from 'vitest';
import { expiredCondition, readAccountRules } from './account-rules.ts';

const read = (environment: Record<string, string>) => readAccountRules((name) => environment[name]);

test('ACCT-12 a second factor is optional by default, and MFA demands it', () => {
  expect(read({}).secondFactor).toBe('optional');
  expect(read({ MFA: 'admins' }).secondFactor).toBe('admins');
  expect(() => read({ MFA: 'yes' })).toThrow('MFA must be optional, admins or all');
});

test('ACCT-04 the limits of sessions are times with a unit', () => {
  expect(read({}).sessions).toEqual({});
  expect(read({ SESSION_IDLE: '30m', SESSION_MAX: '7d' }).sessions).toEqual({
    idleMinutes: 30,
    maxMinutes: 10_080,
  });
  for (const text of ['0m', '4m', '30', '1w', '-5h'])
    expect(() => read({ SESSION_IDLE: text })).toThrow(/^SESSION_IDLE must be a time from 5m on/);
});

test('ACCT-04 without limits no session has reached one', () => {
  expect(expiredCondition({})).toBe('false');
  expect(expiredCondition({ maxMinutes: 60 })).toContain('mins => 60');
});
