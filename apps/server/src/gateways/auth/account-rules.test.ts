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

test('ACCT-25 the shortest new password has PASSWORD_MIN characters, 6 by default', () => {
  expect(read({}).passwords).toEqual({ minLength: 6 });
  expect(read({ PASSWORD_MIN: '12' }).passwords.minLength).toBe(12);
  for (const text of ['5', '73', '8.5', 'long'])
    expect(() => read({ PASSWORD_MIN: text })).toThrow('PASSWORD_MIN must be from 6 to 72');
});

test('ACCT-26 PASSWORD_BREACHES is a web address', () => {
  const address = 'https://api.pwnedpasswords.com/range/';
  expect(read({ PASSWORD_BREACHES: address }).passwords.breaches?.href).toBe(address);
  for (const text of ['on', 'file:///etc/passwd'])
    expect(() => read({ PASSWORD_BREACHES: text })).toThrow('must be a web address');
});

test('ACCT-34 passkeys are on by default, and PASSKEYS turns them off', () => {
  expect(read({}).passkeys).toBe(true);
  expect(read({ PASSKEYS: 'off' }).passkeys).toBe(false);
  expect(() => read({ PASSKEYS: 'no' })).toThrow('PASSKEYS must be on or off');
});

test('ACCT-04 without limits no session has reached one', () => {
  expect(expiredCondition({})).toBe('false');
  expect(expiredCondition({ maxMinutes: 60 })).toContain('mins => 60');
});
