import { expect, test } from 'vitest';
import { signInNotice } from './sign-in-notice';

test('GATE-06 a visitor at the administration is asked to sign in', () => {
  expect(signInNotice('/admin/users', false)).toMatchObject({
    kind: 'error',
    description: 'Please sign in to access this area.',
  });
});

test('PERM-03 a visitor at the chat is led to sign in without a word', () => {
  expect(signInNotice('/app', false)).toBeNull();
});

test('whose session has ended is told so, wherever they are', () => {
  expect(signInNotice('/app', true)?.kind).toBe('info');
  expect(signInNotice('/admin', true)?.kind).toBe('info');
});
