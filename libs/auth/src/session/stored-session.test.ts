import { describe, expect, test } from 'vitest';
import { readStoredSession } from './stored-session';

const now = 1_800_000_000;
const parsed = {
  access_token: 'access',
  refresh_token: 'refresh',
  expires_at: now + 3600,
  expires_in: 3600,
  token_type: 'bearer',
  user: {
    id: '0190c0de-0000-7000-8000-000000000001',
    email: 'ada@test.example',
    factors: [],
    identities: [{ provider: 'email' }],
    aud: 'authenticated',
  },
};

describe('DATA-03 the stored session', () => {
  test('has tokens, expires_at, expires_in, token type and the user with email, factors and identities', () => {
    expect(readStoredSession(JSON.stringify(parsed), now)).toEqual({
      kind: 'fresh',
      session: parsed,
    });
  });

  test.each([
    'access_token',
    'refresh_token',
    'expires_at',
    'expires_in',
    'token_type',
    'user',
  ] as const)('is unclear without %s', (key) => {
    const { [key]: _left, ...rest } = parsed;
    expect(readStoredSession(JSON.stringify(rest), now)).toEqual({ kind: 'unclear' });
  });

  test('is expired shortly before it expires', () => {
    const ending = { ...parsed, expires_at: now + 30 };
    expect(readStoredSession(JSON.stringify(ending), now)).toEqual({
      kind: 'expired',
      session: ending,
    });
  });

  test('is unclear if it is invalid JSON', () => {
    expect(readStoredSession('{"access_tok', now)).toEqual({ kind: 'unclear' });
  });

  test('is none if nothing is stored', () => {
    expect(readStoredSession(null, now)).toEqual({ kind: 'none' });
  });
});
