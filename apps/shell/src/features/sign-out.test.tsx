// @vitest-environment jsdom
import { personalKey } from '@homie/auth';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { expectToast, isDisabled, press } from '../testing/on-screen';
import { held, refusal, renderApp, SESSION_KEY, testSession } from '../testing/render-app';

afterEach(() => vi.unstubAllGlobals());

async function open(answers = {}) {
  const request = renderApp('/auth/sign-out', { stored: testSession(), answers });
  await screen.findByText('You have been signed out successfully');
  return request;
}

test('SIGNOUT-01 redirects to sign-in without a session', async () => {
  renderApp('/auth/sign-out');
  await screen.findByRole('tab', { name: 'Sign In' });
  expect(window.location.pathname).toBe('/auth/sign-in');
});

test('SIGNOUT-03 SIGNOUT-05 STATE-04 completing sign-out shows progress, removes personal data and redirects to sign-in', async () => {
  const answer = held(() => new Response(null, { status: 204 }));
  await open({ 'POST /auth/v1/logout': answer.answer });
  localStorage.setItem(personalKey('u1', 'draft'), 'Dear');
  press('Complete Sign Out');
  await screen.findByText('Signing out...');
  expect(isDisabled('Signing out...')).toBe(true);
  answer.release();
  await expectToast('success', 'Signed out', 'You have been successfully signed out.');
  expect(Object.keys(localStorage)).toEqual([]);
  await waitFor(() => expect(window.location.pathname).toBe('/auth/sign-in'));
});

test("SIGNOUT-06 SIGNOUT-07 STATE-04 shows the provider's error message, reports an exception as unexpected, and never restores the session", async () => {
  const msg = 'Too many requests, please wait';
  let answer: () => Response | Promise<Response> = () =>
    refusal(429, 'over_request_rate_limit', msg);
  const request = await open({ 'POST /auth/v1/logout': () => answer() });
  press('Complete Sign Out');
  await expectToast('error', 'Error', msg);
  expect(isDisabled('Complete Sign Out')).toBe(false);
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  press('Complete Sign Out');
  await expectToast('error', 'Error', 'An unexpected error occurred.');
  expect(isDisabled('Complete Sign Out')).toBe(false);
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();

  // Online again: the server ends the session now.
  answer = () => new Response(null, { status: 204 });
  request.mockClear();
  press('Complete Sign Out');
  await waitFor(() => expect(window.location.pathname).toBe('/auth/sign-in'));
  expect(request).toHaveBeenCalledWith('POST /auth/v1/logout?scope=local');
});
