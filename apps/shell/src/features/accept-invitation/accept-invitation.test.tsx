// @vitest-environment jsdom
import { AuthProvider, type Auth, type SessionState } from '@homie/auth';
import { createStore, EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { UiProvider } from '@homie/ui';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { AcceptInvitation } from './accept-invitation';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

/** Renders the screen as after a reload, which unmounts nothing, with the name that the administrator wrote. */
function openInvitation(tokenHash: string, { isValid = true } = {}) {
  document.body.replaceChildren();
  const state: SessionState = { status: 'finished', session: null };
  const failure = { kind: 'refused', code: 'otp_expired', message: 'Expired' };
  const auth = {
    store: createStore(state),
    verifyTokenHash: async () => (isValid ? { ok: true } : { ok: false, failure }),
    updatePassword: async () => ({ ok: true }),
  } as unknown as Auth;
  render(
    <UiProvider>
      <EnvironmentProvider value={testEnvironment()}>
        <AuthProvider value={auth}>
          <MemoryRouter>
            <Routes>
              <Route
                path="/"
                element={
                  <AcceptInvitation
                    link={{ kind: 'token-hash', type: 'invite', tokenHash, name: 'Nia' }}
                  />
                }
              />
              <Route path="/app" />
            </Routes>
          </MemoryRouter>
        </AuthProvider>
      </EnvironmentProvider>
    </UiProvider>,
  );
}
const nameField = () => screen.getByLabelText<HTMLInputElement>(/^Name/);

async function accept() {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText(/^Password/), 'a-good-password');
  await user.type(screen.getByLabelText(/^Confirm Password/), 'a-good-password');
  await user.click(screen.getByRole('button', { name: 'Accept the invitation' }));
}

test('ACCT-79 the name that an invited user types survives a reload, for this invitation only', async () => {
  openInvitation('first');
  const user = userEvent.setup();
  await user.clear(nameField());
  await user.type(nameField(), 'Nia Okafor');
  await user.type(screen.getByLabelText(/^Password/), 'a-good-password');
  openInvitation('first');
  expect(nameField().value).toBe('Nia Okafor');
  expect(JSON.stringify(sessionStorage)).not.toContain('a-good-password');
  openInvitation('second');
  expect(nameField().value).toBe('Nia');
});

test.each([
  ['is accepted', true],
  ['no longer works', false],
])('ACCT-79 an invitation that %s leaves no name in the browser', async (_, isValid) => {
  openInvitation('third', { isValid });
  await userEvent.setup().type(nameField(), ' Okafor');
  expect(sessionStorage.length).toBe(1);
  await accept();
  await expect.poll(() => sessionStorage.length).toBe(0);
});
