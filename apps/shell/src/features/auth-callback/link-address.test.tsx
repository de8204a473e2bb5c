// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, press } from '../../testing/on-screen';
import { renderApp, SESSION_KEY } from '../../testing/render-app';

afterEach(() => vi.unstubAllGlobals());

function choosePassword(label: string) {
  fill(screen.getByLabelText(label), 'a-good-password');
  fill(screen.getByLabelText(`Confirm ${label}`), 'a-good-password');
}

const PAGES = [
  ['a sign-in link', '/auth/callback', 'magiclink', 'Sign in'],
  ['a reset', '/auth/reset-password', 'recovery', 'Update Password', 'New Password'],
  ['an invitation', '/auth/accept-invitation', 'invite', 'Accept the invitation', 'Password'],
] as const;

/** Opens a link whose token is Ada's, and presses its button. */
async function open(
  path: string,
  type: string,
  address: string,
  button: string,
  password?: string,
) {
  renderApp(`${path}?token_hash=hash&type=${type}#name=Ada&email=${encodeURIComponent(address)}`);
  await screen.findByText(address);
  if (password !== undefined) choosePassword(password);
  press(button);
}

test.each(PAGES)(
  'ACCT-91 %s whose address is of another account than its token is refused, and starts no session',
  async (_, path, type, button, password?: string) => {
    await open(path, type, 'mallory@test.example', button, password);
    await waitFor(() => expect(screen.queryByText('mallory@test.example')).toBeNull());
    await waitFor(() => expect(JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null')).toBeNull());
    expect(window.location.pathname).not.toBe('/app');
  },
);

test.each(PAGES)(
  'ACCT-91 %s shows its address, and opens the app for it in any case',
  async (_, path, type, button, password?: string) => {
    await open(path, type, 'Ada@Test.example', button, password);
    await waitFor(() => expect(window.location.pathname).toBe('/app'));
  },
);

test('ACCT-91 a confirmation shows its address', async () => {
  renderApp('/auth/callback?token_hash=hash&type=signup#email=ada%40test.example');
  expect(await screen.findByText('ada@test.example')).toBeDefined();
});
