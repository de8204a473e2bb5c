// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { expectToast } from '../../testing/on-screen';
import { held, refusal, renderApp, SESSION_KEY, type Answers } from '../../testing/render-app';

afterEach(() => vi.unstubAllGlobals());

const EXCHANGE = 'POST /auth/v1/token?grant_type=pkce';
const address = () => window.location.href.slice(window.location.origin.length);

/** Opens a link in the browser that requested it, which has the code verifier. */
function open(link: string, answers: Answers = {}) {
  renderApp(`/auth/callback${link}`, { answers });
  localStorage.setItem(`${SESSION_KEY}-code-verifier`, JSON.stringify('a-verifier'));
}

test("CALLBACK-01 CALLBACK-04 shows 'Completing sign in...' until it redirects, and removes the code from the URL", async () => {
  const answer = held(() => refusal(404, 'flow_state_not_found', 'invalid flow state'));
  open('?code=a-code', { [EXCHANGE]: answer.answer });
  await screen.findByText('Completing sign in...');
  await waitFor(() => expect(address()).toBe('/auth/callback'));
  answer.release();
  await waitFor(() => expect(address()).toBe('/auth/sign-in?error=callback'));
  await expectToast(
    'error',
    'Authentication failed',
    'There was an error signing you in. Please try again.',
  );
});

test('CALLBACK-03 redirects to sign-in without a code', async () => {
  open('');
  await screen.findByRole('tab', { name: 'Sign In' });
  await waitFor(() => expect(address()).toBe('/auth/sign-in'));
  expect(screen.queryByTestId('toast')).toBeNull();
});

test.each(['?code=a-code', '?error=access_denied&error_code=otp_expired'])(
  'CALLBACK-04 CALLBACK-06 authentication fails in another browser, and for an expired link: %s',
  async (link) => {
    renderApp(`/auth/callback${link}`);
    await expectToast(
      'error',
      'Authentication failed',
      'There was an error signing you in. Please try again.',
    );
    await waitFor(() => expect(address()).toBe('/auth/sign-in?error=callback'));
  },
);

test('CALLBACK-05 CALLBACK-06 reports an exception as an unexpected error', async () => {
  open('?code=a-code', { [EXCHANGE]: () => Promise.reject(new TypeError('Failed to fetch')) });
  await expectToast('error', 'Error', 'An unexpected error occurred. Please try again.');
  await waitFor(() => expect(address()).toBe('/auth/sign-in?error=callback'));
});
