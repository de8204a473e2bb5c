import { requestSession, sessionKey, type Account } from '../../fixtures/accounts.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import type { RunningServer } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { ResetPasswordPage } from '../../pages/reset-password-page.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { Toasts } from '../../pages/toasts.ts';

const RECOVER = '**/auth/v1/recover**';
const USER = '**/auth/v1/user';

/** Requests a link for a new password, and returns its query. */
async function linkFor(server: RunningServer, { email }: Account): Promise<string> {
  await fetch(`${server.url}/auth/v1/recover`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  return new URL(await server.lastMailLink(email)).search;
}

test.describe('requesting the mail', () => {
  test('RESET-01 STATE-04 confirms that a mail was sent, and offers to send it again', async ({
    page,
    newUser,
  }) => {
    const { email } = await newUser();
    const screen = new SignInPage(page);
    await screen.open();
    await screen.email.fill(email);
    const held = await holdRequests(page, RECOVER);
    await screen.resetPassword.click();
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    held.release();
    await new Toasts(page).expectSuccess(
      'Password reset email sent!',
      'Check your email for a link to reset your password.',
    );
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
    await expect(page.getByText(email, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
    await page.getByRole('button', { name: 'Back to sign in' }).click();
    await expect(screen.resetPassword).toBeVisible();
  });

  test("RESET-02 RESET-03 RULE-05 STATE-04 rejects a blank email, shows the service's error message, and reports an exception as a failure to send", async ({
    page,
  }) => {
    const screen = new SignInPage(page);
    const toasts = new Toasts(page);
    await screen.open();
    await screen.email.fill('   ');
    await screen.resetPassword.click();
    await toasts.takeError('Error', 'Please enter your email address.');

    const msg = 'Please wait 5 minutes before requesting another email.';
    const refusals = [{ error_code: 'over_email_send_rate_limit', msg }];
    await page.route(RECOVER, (route) => {
      const json = refusals.shift();
      return json ? route.fulfill({ status: 429, json }) : route.abort('connectionfailed');
    });
    await screen.email.fill('someone@test.example');
    await screen.resetPassword.click();
    await toasts.takeError('Error', msg);
    await screen.resetPassword.click();
    await toasts.expectError('Error', 'Failed to send password reset email. Please try again.');
    await expect(screen.resetPassword).toBeEnabled();
  });
});

test.describe('opening the link', () => {
  test('RESET-04 RESET-10 the mailed link sets a new password that works for sign-in', async ({
    page,
    server,
    newUser,
  }) => {
    const { email } = await newUser();
    const signIn = new SignInPage(page);
    await signIn.open();
    await signIn.email.fill(email);
    await signIn.resetPassword.click();
    await page.goto(await server.lastMailLink(email));
    const reset = new ResetPasswordPage(page);
    await expect(reset.title).toBeVisible();
    await expect(page).toHaveURL('/auth/reset-password');
    await reset.update('another-password');
    await new Toasts(page).expectSuccess(
      'Password updated!',
      'Your password has been successfully updated.',
    );
    await expect(page).toHaveURL('/app');
    await expect(
      requestSession(server, { email, password: 'another-password' }),
    ).resolves.toBeTruthy();
  });

  for (const sign of ['?', '#']) {
    test(`RESET-04 ENDS-11 removes tokens after '${sign}' from the URL, and starts no session of an account that someone else chose`, async ({
      page,
      server,
      newUser,
    }) => {
      const { access_token, refresh_token } = await requestSession(server, await newUser());
      const tokens = new URLSearchParams({ access_token, refresh_token });
      await new ResetPasswordPage(page).open(`${sign}${tokens.toString()}`);
      await new Toasts(page).expectError(
        'Invalid reset link',
        'This password reset link is invalid or has expired.',
      );
      await expect(page).toHaveURL('/auth/sign-in');
      expect(await page.evaluate((key) => localStorage.getItem(key), sessionKey)).toBeNull();
    });
  }

  test('RESET-04 accepts a token_hash with type recovery; the form survives a reload', async ({
    page,
    server,
    newUser,
  }) => {
    const reset = new ResetPasswordPage(page);
    await reset.open(await linkFor(server, await newUser()));
    await expect(reset.title).toBeVisible();
    await expect(page).toHaveURL('/auth/reset-password');
    await page.reload();
    await expect(reset.title).toBeVisible();
  });

  test('RESET-05 a link without both tokens, with rejected tokens, or expired is invalid and redirects to sign-in', async ({
    page,
  }) => {
    for (const link of [
      '',
      '?access_token=a',
      '?refresh_token=r',
      '?access_token=a.b.c&refresh_token=nothing',
      '?error=access_denied&error_code=otp_expired',
    ]) {
      await new ResetPasswordPage(page).open(link);
      await new Toasts(page).expectError(
        'Invalid reset link',
        'This password reset link is invalid or has expired.',
      );
      await expect(page).toHaveURL('/auth/sign-in');
    }
  });
});

test.describe('the new password', () => {
  test.beforeEach(async ({ page, server, newUser }) => {
    const reset = new ResetPasswordPage(page);
    await reset.open(await linkFor(server, await newUser()));
    await expect(reset.title).toBeVisible();
  });

  test('RESET-06 RESET-07 RESET-08 RESET-09 RULE-03 RULE-04 STATE-04 shows title, subtitle and fields, validates the password, and shows that the update is running', async ({
    page,
  }) => {
    const reset = new ResetPasswordPage(page);
    await expect(reset.title).toBeVisible();
    await expect(page.getByText('Enter your new password below')).toBeVisible();
    await expect(reset.newPassword).toHaveAttribute('placeholder', 'At least 6 characters');
    await expect(reset.newPassword).toHaveAttribute('minlength', '6');
    await expect(reset.confirmPassword).toBeVisible();

    await expect(reset.submit).toBeDisabled();
    await reset.newPassword.fill('another-password');
    await expect(reset.submit).toBeDisabled();
    await reset.confirmPassword.fill('another-password');
    await expect(reset.submit).toBeEnabled();

    await reset.update('another-password', 'yet-another');
    await expect(page.getByText('Passwords do not match.')).toBeVisible();
    await reset.update('12345');
    await expect(page.getByText('Password must be at least 6 characters long.')).toBeVisible();

    const held = await holdRequests(page, USER);
    await reset.update('another-password');
    await expect(reset.submitting).toBeDisabled();
    held.release();
    await expect(page).toHaveURL('/app');
    await expect(new AppHeader(page).account).toBeVisible();
  });

  test("RESET-11 RESET-12 STATE-04 shows the provider's error message, and reports an exception as an unexpected error", async ({
    page,
  }) => {
    const reset = new ResetPasswordPage(page);
    const toasts = new Toasts(page);
    await reset.update('a-good-password'); // the password that the account has already
    await toasts.expectError('Error', 'New password should be different');
    await expect(page.getByLabel('New Password', { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await expect(reset.submit).toBeEnabled();
    await page.route(USER, (route) => route.abort('connectionfailed'));
    await reset.update('another-password');
    await toasts.expectError('Error', 'An unexpected error occurred. Please try again.');
    await expect(reset.submit).toBeEnabled();
  });

  for (const code of ['session_not_found', 'bad_jwt', 'invalid_jwt']) {
    test(`ERR-03 ${code} ends the session`, async ({ page }) => {
      await page.route(USER, (route) =>
        route.fulfill({ status: 403, json: { code: 403, error_code: code, msg: code } }),
      );
      // The session starts with the first press.
      const refused = page.waitForResponse(USER);
      await new ResetPasswordPage(page).update('another-password');
      await refused;
      await expect
        .poll(() => page.evaluate((key) => localStorage.getItem(key), sessionKey))
        .toBeNull();
      await page.goto('/app');
      await expect(page).toHaveURL('/auth/sign-in');
    });
  }
});
