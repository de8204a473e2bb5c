import { expect, test } from 'vitest';
import { signInNotice } from './sign-in-notice';

test('GATE-06 a visitor at the administration is asked to sign in', () => {
  expect(signInNotice('/admin/users')).toMatchObject({
    kind: 'error',
    description: 'Please sign in to access this area.',
  });
});

test('PERM-03 a visitor at the chat is redirected to sign-in without a notice', () => {
  expect(signInNotice('/app')).toBeNull();
});

test('a lost session is reported on every screen, a sign-out by the user is not', () => {
  for (const pathname of ['/app', '/admin'])
    expect(signInNotice(pathname, { reason: 'lost' })).toEqual({
      kind: 'info',
      title: 'Your session has ended',
      description: 'Please sign in again to continue.',
    });
  expect(signInNotice('/app', { reason: 'signed-out' })).toBeNull();
});
