// @vitest-environment jsdom
import { ApiProvider } from '@homie/api-client';
import { AuthProvider, createAuth } from '@homie/auth';
import { BrowserRouter, EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { Toaster, UiProvider } from '@homie/ui';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import OpenMagicLink from '../auth-callback/open-magic-link';
import { SignIn } from './sign-in';

const request = vi.fn<typeof fetch>();
const refusal = (code: string) => Response.json({ error_code: code, msg: code }, { status: 403 });

beforeEach(() => {
  request.mockReset().mockImplementation(async () => Response.json({}));
  vi.stubGlobal('fetch', request);
});
afterEach(() => vi.unstubAllGlobals());

function show(content: React.ReactNode, magicLink = true) {
  const environment = testEnvironment({ magicLink });
  const auth = createAuth({ supabaseUrl: 'https://backend.example', publishableKey: 'key' });
  auth.start();
  render(
    <UiProvider>
      <EnvironmentProvider value={environment}>
        <BrowserRouter>
          <AuthProvider value={auth}>
            <ApiProvider baseUrl="" publishableKey="key" getAccessToken={auth.getAccessToken}>
              {content}
            </ApiProvider>
            <Toaster />
          </AuthProvider>
        </BrowserRouter>
      </EnvironmentProvider>
    </UiProvider>,
  );
}

test('ACCT-48 requests a link for the email of the form, which creates no account, and shows the inbox', async () => {
  show(<SignIn />);
  const button = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Email me a sign-in link',
  });
  expect(button.disabled).toBe(true);
  fireEvent.change(screen.getByRole('textbox', { name: 'Email' }), {
    target: { value: 'ada@test.example' },
  });
  expect(button.disabled).toBe(false);
  fireEvent.click(button);
  await screen.findByRole('heading', { name: 'Check your inbox' });
  const [url, init] = request.mock.calls.find(([each]) => String(each).includes('/otp')) ?? [];
  expect(new URL(String(url)).searchParams.get('redirect_to')).toBe(`${origin}/auth/callback`);
  expect(JSON.parse(String(init?.body))).toMatchObject({
    email: 'ada@test.example',
    create_user: false,
  });
});

test('ACCT-48 offers no link where the environment allows none', async () => {
  show(<SignIn />, false);
  await screen.findByRole('button', { name: 'Reset Password' });
  expect(screen.queryByRole('button', { name: 'Email me a sign-in link' })).toBeNull();
});

test('ACCT-46 the page of a link requests nothing until its button is pressed, and says if the link is used', async () => {
  request.mockImplementation(async () => refusal('otp_expired'));
  show(<OpenMagicLink tokenHash="hash" />);
  const button = screen.getByRole('button', { name: 'Sign in' });
  expect(request).not.toHaveBeenCalled();
  fireEvent.click(button);
  await screen.findByRole('heading', { name: 'This link no longer works' });
  const [url, init] = request.mock.calls[0] ?? [];
  expect(new URL(String(url)).pathname).toBe('/auth/v1/verify');
  expect(JSON.parse(String(init?.body))).toMatchObject({ type: 'magiclink', token_hash: 'hash' });
});
