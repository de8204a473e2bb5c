// @vitest-environment jsdom
import { getQueryClient } from '@homie/api-client';
import { TestApiProvider } from '@homie/api-client/testing';
import { AuthProvider, type Auth, type AuthResult, type SessionState } from '@homie/auth';
import { createStore, EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { Toaster, UiProvider } from '@homie/ui';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import SecurityScreen from './security-screen';

afterEach(() => {
  cleanup();
  getQueryClient().clear();
  vi.unstubAllGlobals();
});

const environment = testEnvironment();

/** Returns the state of a session with the claim `aal`, of a user with or without an authenticator app. */
function stateOf(aal: string, factors: object[]): SessionState {
  const access_token = `e30.${btoa(JSON.stringify({ aal }))}.signature`;
  const user = { id: 'u1', email: 'nia@homie.example', factors };
  return { status: 'finished', session: { access_token, user } } as unknown as SessionState;
}

/** Renders the screen with a session that is too old for a change until it is proven. */
async function changePassword(factors: object[], verified: Partial<AuthResult> = { ok: true }) {
  vi.stubGlobal('fetch', async () => Response.json(null));
  const store = createStore(stateOf('aal2', factors));
  let isRecent = false;
  const prove = async () => {
    isRecent = verified.ok === true;
    return isRecent ? { data: {}, error: null } : { ok: false, ...verified };
  };
  const service = {
    getUser: async () => ({ data: { user: { email: 'nia@homie.example' } }, error: null }),
    mfa: {
      listFactors: async () => ({ data: { all: factors, totp: factors }, error: null }),
      challengeAndVerify: prove,
    },
    passkey: { list: async () => ({ data: [], error: null }) },
    signInWithPassword: prove,
  };
  const stale = { kind: 'refused', code: 'reauthentication_needed', message: 'Sign in again' };
  const updatePassword = vi.fn<Auth['updatePassword']>(
    async () => (isRecent ? { ok: true } : { ok: false, failure: stale }) as AuthResult,
  );
  const auth = {
    store,
    call: async (action: (given: object) => Promise<object>) => ({
      ok: true,
      ...(await action(service)),
    }),
    updatePassword,
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
  await user.type(await screen.findByLabelText(/^New password/), TYPED);
  await user.type(screen.getByLabelText(/^Confirm new password/), TYPED);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  return { user, dialog, updatePassword };
}

const TYPED = 'a-good-password';
const APP = { id: 'f1', friendly_name: 'Phone', status: 'verified', created_at: '2026-11-01' };

test.each([
  ['the code of an authenticator app', [APP], /^6-digit code/, '123456'],
  ['the password without one', [], /^Password/, 'the-old-one'],
])(
  'ACCT-78 ACCT-90 a change that needs a recent sign-in is made after %s',
  async (_, factors, field, text) => {
    const { user, dialog, updatePassword } = await changePassword(factors);
    await user.type(within(dialog).getByLabelText(field), text);
    // The sixth digit of a code submits it.
    if (factors.length === 0)
      await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Password updated!')).toBeDefined();
    expect(updatePassword.mock.calls).toEqual([[TYPED], [TYPED]]);
  },
);

test('ACCT-78 ACCT-90 a wrong code is marked at its field, and closing the dialog keeps what was typed', async () => {
  const failure = { kind: 'refused', code: 'mfa_verification_failed', message: 'Wrong' } as const;
  const { user, dialog, updatePassword } = await changePassword([APP], { ok: false, failure });
  await user.type(within(dialog).getByLabelText(/^6-digit code/), '111111');
  expect(await within(dialog).findByText(/This code is wrong/)).toBeDefined();
  await user.clear(within(dialog).getByLabelText(/^6-digit code/));
  await user.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText(/^New password/)).toHaveProperty('value', TYPED);
  expect(updatePassword).toHaveBeenCalledOnce();
});
