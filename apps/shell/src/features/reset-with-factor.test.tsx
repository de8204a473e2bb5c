// @vitest-environment jsdom
import { TestApiProvider } from '@homie/api-client/testing';
import { AuthProvider, type Auth, type AuthResult, type SessionState } from '@homie/auth';
import { BrowserRouter, createStore, EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { Toaster, UiProvider } from '@homie/ui';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consumeAuthLink } from '../app/auth-link';
import { ResetPassword } from './auth-screens';

const EMAIL = 'nia@homie.example';
const TYPED = 'a-better-password';

// Whether the browser supports passkeys is decided while the modules load.
vi.hoisted(() => vi.stubGlobal('PublicKeyCredential', class {}));

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.includes('redeem_recovery_code') ? 'accepted' : 9),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Returns the state of a session. */
function stateOf(aal: string, id = 'u1', factors = [{ id: 'f1', status: 'verified' }]) {
  const access_token = `e30.${btoa(JSON.stringify({ aal }))}.signature`;
  const session = { access_token, refresh_token: 'r', user: { id, email: EMAIL, factors } };
  return { status: 'finished', session } as unknown as SessionState;
}

interface Given {
  factors?: { id: string; status: string }[];
  /** The user of the passkey. */
  passkeyOf?: string;
  refuse?: { code: string; message: string };
}

/** Opens the link of a mail, for an account whose second factor the server demands. */
function open({ factors, passkeyOf = 'u1', refuse }: Given = {}) {
  window.history.replaceState(
    {},
    '',
    `/auth/reset-password?token_hash=h&type=recovery#email=${EMAIL}`,
  );
  const link = consumeAuthLink(window);
  const store = createStore<SessionState>({ status: 'finished', session: null });
  const isProven = () =>
    store.getState().session?.access_token === stateOf('aal2').session?.access_token;
  const accept = () => {
    store.setState(stateOf('aal2'));
    return { data: {}, error: null };
  };
  const service = {
    mfa: {
      challengeAndVerify: async ({ code }: { code: string }) =>
        code === '123456' ? accept() : { data: null, error: { code: 'mfa_verification_failed' } },
    },
    refreshSession: async () => accept(),
    signInWithPasskey: async () => {
      store.setState(stateOf('aal2', passkeyOf));
      return { data: {}, error: null };
    },
  };
  const auth = {
    store,
    verifyTokenHash: vi.fn<Auth['verifyTokenHash']>(async () => {
      store.setState(stateOf('aal1', 'u1', factors));
      return { ok: true, data: undefined };
    }),
    updatePassword: vi.fn<Auth['updatePassword']>(async (): Promise<AuthResult> => {
      const failure = { kind: 'refused', code: 'insufficient_aal', message: 'AAL2' } as const;
      if (!isProven()) return { ok: false, failure };
      return refuse
        ? { ok: false, failure: { kind: 'refused', ...refuse } }
        : { ok: true, data: undefined };
    }),
    signOut: vi.fn<Auth['signOut']>(() => store.setState({ status: 'finished', session: null })),
    call: async (action: (given: object) => Promise<{ error: object | null }>) => {
      const { error, ...data } = await action(service);
      return error ? { ok: false, failure: { kind: 'refused', ...error } } : { ok: true, ...data };
    },
  };
  render(
    <UiProvider>
      <EnvironmentProvider value={testEnvironment({ passkeys: true })}>
        <BrowserRouter>
          <TestApiProvider>
            <AuthProvider value={auth as unknown as Auth}>
              <ResetPassword link={link} />
              <Toaster />
            </AuthProvider>
          </TestApiProvider>
        </BrowserRouter>
      </EnvironmentProvider>
    </UiProvider>,
  );
  return auth;
}

async function submitPassword() {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/^New Password/), TYPED);
  await user.type(screen.getByLabelText(/^Confirm New Password/), TYPED);
  await user.click(screen.getByRole('button', { name: 'Update Password' }));
  return user;
}

test('ACCT-85 ACCT-90 a reset asks for the code on its page, and then sets the password that was typed', async () => {
  const auth = open();
  const user = await submitPassword();
  await user.type(await screen.findByLabelText(/^6-digit code/), '111111');
  expect(await screen.findByText(/This code is wrong or was already used/)).toBeDefined();
  expect(screen.getByText(EMAIL, { selector: '[translate=no]:not([hidden] *)' })).toBeDefined();
  await user.clear(screen.getByLabelText(/^6-digit code/));
  await user.type(screen.getByLabelText(/^6-digit code/), '123456');
  await vi.waitFor(() => expect(window.location.pathname).toBe('/app'));
  expect(auth.verifyTokenHash).toHaveBeenCalledOnce();
  expect(auth.updatePassword.mock.calls).toEqual([[TYPED], [TYPED]]);
});

test('ACCT-85 a recovery code works as well', async () => {
  const auth = open();
  const user = await submitPassword();
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  expect(screen.getByRole('heading', { name: 'Enter a recovery code' })).toBeDefined();
  await user.type(screen.getByLabelText(/^Recovery code/), 'aaaa-bbbb-cccc');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await vi.waitFor(() => expect(window.location.pathname).toBe('/app'));
  expect(auth.updatePassword).toHaveBeenLastCalledWith(TYPED);
});

test('ACCT-85 a passkey works as well, where it is the only second factor', async () => {
  const auth = open({ factors: [] });
  const user = await submitPassword();
  await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
  await vi.waitFor(() => expect(window.location.pathname).toBe('/app'));
  expect(auth.updatePassword).toHaveBeenLastCalledWith(TYPED);
});

test('ACCT-85 the passkey of another account sets no password, and its session ends', async () => {
  const auth = open({ factors: [], passkeyOf: 'u2' });
  const user = await submitPassword();
  await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
  expect(await screen.findByText(/This passkey belongs to another account/)).toBeDefined();
  expect(auth.updatePassword).toHaveBeenCalledOnce();
  expect(auth.signOut).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(window.location.pathname).toBe('/auth/sign-in'));
});

test('ACCT-85 a refused password is marked at its field after the code, and going back keeps it', async () => {
  open({
    refuse: { code: 'weak_password', message: 'This password is in a list of stolen ones.' },
  });
  const user = await submitPassword();
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  expect(await screen.findByLabelText(/^New Password/)).toHaveProperty('value', TYPED);
  await user.click(screen.getByRole('button', { name: 'Update Password' }));
  await user.type(await screen.findByLabelText(/^6-digit code/), '123456');
  await vi.waitFor(() =>
    expect(screen.getByLabelText(/^New Password/).getAttribute('aria-invalid')).toBe('true'),
  );
  expect(screen.getByLabelText(/^New Password/)).toHaveProperty('value', TYPED);
});
