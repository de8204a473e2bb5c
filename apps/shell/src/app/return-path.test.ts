import type { Session } from '@homie/auth';
import { expect, test } from 'vitest';
import { readReturnPath } from './return-path';

const session: Session = {
  access_token: 'token',
  refresh_token: 'refresh',
  expires_at: 2_000_000_000,
  expires_in: 3600,
  token_type: 'bearer',
  user: { id: 'u1', email: 'ada@test.example' },
};
const read = (state: unknown) =>
  readReturnPath(state, session, { origin: 'https://homie.example' });

test.each([
  '/app?conversation=0190c0de-0000-7000-8000-000000000001',
  '/admin/audit?entry=1#details',
  '/admin',
])('%s is opened after sign-in', (returnTo) => {
  expect(read({ returnTo })).toBe(returnTo);
  expect(read({ returnTo, userId: 'u1' })).toBe(returnTo);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'https://evil.example/app',
  'https://homie.example.evil.example',
  'javascript:alert(1)',
  'data:text/html,hi',
  'evil.example',
  '',
  '/',
  '/auth',
  '/auth/sign-out',
  '/app/../auth/sign-out',
])('%s is not opened after sign-in', (returnTo) => {
  expect(read({ returnTo })).toBe('/app');
});

test('the address of another user, or none, leads to /app', () => {
  expect(read({ returnTo: '/admin/audit', userId: 'u2' })).toBe('/app');
  for (const state of [null, undefined, 'x', {}, { returnTo: 1 }]) expect(read(state)).toBe('/app');
});
