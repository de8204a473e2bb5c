import { expect, test } from 'vitest';
import { readScimSettings } from './scim-settings.ts';

const TOKEN = 'a'.repeat(32);
const read = (environment: Record<string, string>) => readScimSettings((name) => environment[name]);

test('SCIM-01 provisioning is off by default, and on with a token', () => {
  expect(read({})).toBeUndefined();
  expect(read({ HOMIE_SCIM_TOKEN: TOKEN })).toEqual({ token: TOKEN, roleLimit: 'office' });
  expect(read({ HOMIE_SCIM_TOKEN: TOKEN, HOMIE_SCIM_ROLE_LIMIT: 'admin' })?.roleLimit).toBe(
    'admin',
  );
});

test('SCIM-01 a short token stops the start, and the error does not repeat it', () => {
  for (const token of ['short-secret', `${TOKEN} with blanks`, 'ü'.repeat(40), 'a'.repeat(513)]) {
    const attempt = () => read({ HOMIE_SCIM_TOKEN: token });
    expect(attempt).toThrow(/^HOMIE_SCIM_TOKEN must have 32 to 512/);
    expect(attempt).not.toThrow(token);
  }
});

test('SCIM-01 the limit is a role, and needs a token', () => {
  const limit = { HOMIE_SCIM_ROLE_LIMIT: 'owner' };
  expect(() => read({ HOMIE_SCIM_TOKEN: TOKEN, ...limit })).toThrow(
    'HOMIE_SCIM_ROLE_LIMIT must be support_worker, office or admin',
  );
  expect(() => read(limit)).toThrow('has no effect without HOMIE_SCIM_TOKEN');
});
