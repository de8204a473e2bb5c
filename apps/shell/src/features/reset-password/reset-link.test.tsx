// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectToast, fill, isDisabled, press } from '../../testing/on-screen';
import { held, refusal, renderApp, SESSION_KEY, type Answers } from '../../testing/render-app';

afterEach(() => vi.unstubAllGlobals());

const ADDRESS = '/auth/reset-password';
const password = () => screen.getByLabelText('New Password');

function update(first: string, second = first) {
  fill(password(), first);
  fill(screen.getByLabelText('Confirm New Password'), second);
  press('Update Password');
}

test.each([
  '',
  '?access_token=a',
  '?refresh_token=r',
  '?access_token=a.b.c&refresh_token=r',
  '?error=access_denied&error_code=otp_expired',
  '#access_token=a.b.c&refresh_token=r',
])(
  'RESET-04 RESET-05 ENDS-11 a link with %j is invalid, redirects to sign-in, and starts no session',
  async (link) => {
    renderApp(`${ADDRESS}${link}`);
    await expectToast(
      'error',
      'Invalid reset link',
      'This password reset link is invalid or has expired.',
    );
    expect(window.location.href).toBe(`${window.location.origin}/auth/sign-in`);
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  },
);

describe('the new password', () => {
  const answers: Answers = {};
  beforeEach(async () => {
    for (const key of Object.keys(answers)) delete answers[key];
    renderApp(`${ADDRESS}?token_hash=hash&type=recovery`, { answers });
    await screen.findByText('Enter your new password below');
  });

  test('RESET-06 RESET-07 RESET-08 RESET-09 RULE-03 RULE-04 STATE-04 shows title, subtitle and fields, validates the password, and shows that the update is running', async () => {
    expect(window.location.search).toBe('');
    expect(screen.getByRole('heading', { name: 'Reset Password' })).toBeDefined();
    expect(password().getAttribute('placeholder')).toBe('At least 6 characters');
    expect(password().getAttribute('minlength')).toBe('6');
    expect(isDisabled('Update Password')).toBe(true);
    fill(password(), 'another-password');
    expect(isDisabled('Update Password')).toBe(true);
    fill(screen.getByLabelText('Confirm New Password'), 'another-password');
    expect(isDisabled('Update Password')).toBe(false);

    update('another-password', 'yet-another');
    await screen.findByText('Passwords do not match.');
    update('12345');
    await screen.findByText('Password must be at least 6 characters long.');

    const answer = held(() => Response.json({ id: 'u1', email: 'ada@test.example' }));
    answers['PUT /auth/v1/user'] = answer.answer;
    update('another-password');
    await screen.findByText('Updating password...');
    expect(isDisabled('Updating password...')).toBe(true);
    answer.release();
    await expectToast(
      'success',
      'Password updated!',
      'Your password has been successfully updated.',
    );
    await waitFor(() => expect(window.location.pathname).toBe('/app'));
  });

  test("RESET-11 RESET-12 STATE-04 shows the provider's error message, and reports an exception as an unexpected error", async () => {
    const msg = 'New password should be different from the old password.';
    answers['PUT /auth/v1/user'] = () => refusal(422, 'same_password', msg);
    update('a-good-password');
    await expectToast('error', 'Error', msg);
    expect(password().getAttribute('aria-invalid')).toBe('true');
    expect(isDisabled('Update Password')).toBe(false);
    answers['PUT /auth/v1/user'] = () => Promise.reject(new TypeError('Failed to fetch'));
    update('another-password');
    await expectToast('error', 'Error', 'An unexpected error occurred. Please try again.');
    expect(isDisabled('Update Password')).toBe(false);
  });

  test.each(['session_not_found', 'bad_jwt', 'invalid_jwt'])(
    'ERR-03 %s ends the session',
    async (code) => {
      answers['PUT /auth/v1/user'] = () => {
        // The press has started a session.
        expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
        return refusal(403, code, code);
      };
      update('another-password');
      await screen.findByTestId('toast');
      expect(localStorage.getItem(SESSION_KEY)).toBeNull();
    },
  );
});
