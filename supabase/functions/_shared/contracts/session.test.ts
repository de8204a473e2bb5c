import { expect, test } from 'vitest';
import { sessionSchema } from './session.ts';
import { ID } from './testing/refusals.ts';

test('DATA-03 a session has its tokens, its times, its type and its user', () => {
  const session = {
    access_token: 'a',
    refresh_token: 'r',
    expires_at: 1_800_000_000,
    expires_in: 3600,
    token_type: 'bearer',
    user: { id: ID, email: 'a@example.org', factors: [], identities: [{ provider: 'email' }] },
  };
  expect(sessionSchema.parse(session)).toEqual(session);
  const dispensable = Object.keys(session).filter(
    (field) => sessionSchema.safeParse({ ...session, [field]: undefined }).success,
  );
  expect(dispensable).toEqual([]);
});
