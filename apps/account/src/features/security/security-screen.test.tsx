// @vitest-environment jsdom
import { TestApiProvider } from '@homie/api-client/testing';
import { AuthProvider, type Auth, type SessionState } from '@homie/auth';
import { createStore, EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { Toaster, UiProvider } from '@homie/ui';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import SecurityScreen from './security-screen';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const environment = testEnvironment();

/** Returns the state of a session with the claim `aal`, of a user with or without an authenticator app. */
function stateOf(aal: string, factors: object[]): SessionState {
  const access_token = `e30.${btoa(JSON.stringify({ aal }))}.signature`;
  const user = { id: 'u1', email: 'nia@homie.example', factors };
  return { status: 'finished', session: { access_token, user } } as unknown as SessionState;
}

test.each([
  ['asks for the code of an authenticator app', [{ status: 'verified' }], 'Enter your code'],
  ['is complete without one', [], 'Confirmed'],
])('ACCT-78 the password that confirms a change %s', async (_, factors, title) => {
  vi.stubGlobal('fetch', async () => Response.json(null));
  const store = createStore(stateOf('aal2', factors));
  const service = {
    getUser: async () => ({ data: { user: { email: 'nia@homie.example' } }, error: null }),
    mfa: { listFactors: async () => ({ data: { all: [] }, error: null }) },
    passkey: { list: async () => ({ data: [], error: null }) },
    async signInWithPassword() {
      store.setState(stateOf('aal1', factors));
      return { data: {}, error: null };
    },
  };
  const auth = {
    store,
    call: async (action: (given: object) => Promise<object>) => ({
      ok: true,
      ...(await action(service)),
    }),
    updatePassword: async () => ({
      ok: false,
      failure: { kind: 'refused', code: 'reauthentication_needed', message: 'Sign in again' },
    }),
  } as unknown as Auth;
  render(
    <UiProvider>
      <EnvironmentProvider value={environment}>
        <TestApiProvider>
          <AuthProvider value={auth}>
            <SecurityScreen />
            <Toaster />
          </AuthProvider>
        </TestApiProvider>
      </EnvironmentProvider>
    </UiProvider>,
  );
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/^New password/), 'a-good-password');
  await user.type(screen.getByLabelText(/^Confirm new password/), 'a-good-password');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Password/), 'the-old-one');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(title)).toBeDefined();
});
