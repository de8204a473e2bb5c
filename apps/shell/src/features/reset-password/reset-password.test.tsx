// @vitest-environment jsdom
import { AuthProvider, createAuth } from '@homie/auth';
import { BrowserRouter, EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { Toaster, UiProvider } from '@homie/ui';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ResetPassword } from './reset-password';

const request = vi.fn<typeof fetch>();
const user = { id: 'u1', email: 'mallory@test.example' };
/** A token that has not expired, with the claims of another user: they are not verified here. */
const claims = { sub: 'u1', exp: 4_000_000_000, email: 'ada@test.example' };
const accessToken = `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.c2ln`;

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState({}, '', '/auth/reset-password');
  request.mockReset().mockImplementation(async () => Response.json(user));
  vi.stubGlobal('fetch', request);
});
afterEach(() => vi.unstubAllGlobals());

function show(supabaseUrl: string) {
  const auth = createAuth({ supabaseUrl, publishableKey: 'key' });
  auth.start();
  render(
    <UiProvider>
      <EnvironmentProvider value={testEnvironment({ supabaseUrl })}>
        <BrowserRouter>
          <AuthProvider value={auth}>
            <ResetPassword
              link={{ kind: 'tokens', accessToken, refreshToken: 'r' }}
              SecondStep={() => null}
            />
            <Toaster />
          </AuthProvider>
        </BrowserRouter>
      </EnvironmentProvider>
    </UiProvider>,
  );
  return auth;
}

test('ENDS-11 tokens in an address start no session before a press that names their account', async () => {
  const auth = show('https://project.example');
  const button = await screen.findByRole('button', { name: 'Continue as mallory@test.example' });
  expect(auth.store.getState().session).toBeNull();
  fireEvent.click(button);
  await screen.findByRole('heading', { name: 'Reset Password' });
  expect(auth.store.getState().session?.user.email).toBe('mallory@test.example');
});

test('ENDS-11 with our own server, tokens in an address are an invalid link', async () => {
  const auth = show('');
  await screen.findByText('This password reset link is invalid or has expired.');
  expect(request).not.toHaveBeenCalled();
  expect(auth.store.getState().session).toBeNull();
});
