// @vitest-environment jsdom
import { TestApiProvider } from '@homie/api-client/testing';
import { AuthProvider, type Auth, type AuthResult, type SessionState } from '@homie/auth';
import { BrowserRouter, createStore, EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { UiProvider } from '@homie/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import NotMe from './not-me';

const EMAIL = 'nia@homie.example';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(signedInAs: string | undefined, fragment = `#email=${EMAIL}`) {
  window.history.replaceState({}, '', `/auth/not-me${fragment}`);
  const request = vi.fn<(url: string) => Promise<Response>>(async () => Response.json(1));
  vi.stubGlobal('fetch', request);
  const session = signedInAs === undefined ? null : { user: { id: 'u1', email: signedInAs } };
  const requestPasswordReset = vi.fn<Auth['requestPasswordReset']>(
    async (): Promise<AuthResult> => ({ ok: true, data: undefined }),
  );
  const store = createStore({ status: 'finished', session } as unknown as SessionState);
  const auth = { store, requestPasswordReset } as unknown as Auth;
  render(
    <UiProvider>
      <EnvironmentProvider value={testEnvironment()}>
        <BrowserRouter>
          <TestApiProvider>
            <AuthProvider value={auth}>
              <NotMe />
            </AuthProvider>
          </TestApiProvider>
        </BrowserRouter>
      </EnvironmentProvider>
    </UiProvider>,
  );
  return { request, requestPasswordReset };
}

test.each([
  ['without a session the press mails a link for a new password', undefined, 0],
  ['signed in as another user the press ends no session', 'ada@homie.example', 0],
  ['signed in to the account the press ends the other sessions at once', EMAIL, 1],
])('MAIL-19 opening the page changes nothing, and %s', async (_, signedInAs, calls) => {
  const { request, requestPasswordReset } = open(signedInAs);
  expect(screen.getByText(EMAIL)).toBeDefined();
  expect(request).not.toHaveBeenCalled();
  expect(requestPasswordReset).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Email me a link' }));
  await screen.findByRole('heading', { name: 'Check your inbox' });
  expect(requestPasswordReset).toHaveBeenCalledExactlyOnceWith(EMAIL);
  const ended = request.mock.calls.filter(([url]) => url.includes('end_other_sessions'));
  expect(ended).toHaveLength(calls);
});

test('MAIL-19 a link without an address leads to the sign-in page', () => {
  open(undefined, '');
  expect(screen.getByText('This link is incomplete.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeDefined();
});
