import { expect, test } from 'vitest';
import { toSession } from './to-session';

const given = {
  access_token: 'token',
  refresh_token: 'refresh',
  expires_in: 3600,
  token_type: 'bearer' as const,
  user: {
    id: 'u1',
    email: 'ada@test.example',
    app_metadata: {},
    user_metadata: {},
    aud: '',
    created_at: '',
  },
  provider_token: 'not ours',
};

test('a session without an expiry gets one from its lifetime', () => {
  expect(toSession(given, 1000.7)).toEqual({
    access_token: 'token',
    refresh_token: 'refresh',
    expires_at: 4600,
    expires_in: 3600,
    token_type: 'bearer',
    user: given.user,
  });
});

test('an expiry from the service is used', () => {
  expect(toSession({ ...given, expires_at: 9000 }, 1000)?.expires_at).toBe(9000);
});

test('a missing session remains null', () => {
  expect(toSession(null, 1000)).toBeNull();
});
