import type { Page } from '@playwright/test';
import { sessionKey } from '../../fixtures/accounts.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { expect, test } from '../../fixtures/test.ts';
import { Toasts } from '../../pages/toasts.ts';

const EXCHANGE = '**/auth/v1/token?grant_type=pkce';

/** What this browser remembers of having asked for the mail. */
async function rememberVerifier(page: Page) {
  await page.goto('/healthz');
  await page.evaluate(
    (key) => localStorage.setItem(key, JSON.stringify('a-verifier')),
    `${sessionKey}-code-verifier`,
  );
}

test('CALLBACK-01 it says that sign-in is being completed until it leads on, and the code is out of the address', async ({
  page,
}) => {
  await rememberVerifier(page);
  const held = await holdRequests(page, EXCHANGE);
  await page.goto('/auth/callback?code=a-code');
  await expect(page.getByText('Completing sign in...')).toBeVisible();
  await expect(page).toHaveURL('/auth/callback');
  held.release();
  await expect(page).toHaveURL('/auth/sign-in?error=callback');
});

test('CALLBACK-03 without a code it leads to sign-in', async ({ page }) => {
  await page.goto('/auth/callback');
  await expect(page).toHaveURL('/auth/sign-in');
  await expect(page.getByTestId('toast')).toBeHidden();
});

test('CALLBACK-04 CALLBACK-06 a link that was opened in another browser, has expired, or has a code that the service refuses, has failed', async ({
  page,
}) => {
  const expectFailed = async (link: string) => {
    await page.goto(link);
    await new Toasts(page).expectError(
      'Authentication failed',
      'There was an error signing you in. Please try again.',
    );
    await expect(page).toHaveURL('/auth/sign-in?error=callback');
  };
  await expectFailed('/auth/callback?code=a-code');
  await expectFailed('/auth/callback?error=access_denied&error_code=otp_expired');
  await rememberVerifier(page);
  await expectFailed('/auth/callback?code=no-such-code');
});

test('CALLBACK-05 CALLBACK-06 an exception is unexpected', async ({ page }) => {
  await rememberVerifier(page);
  await page.route(EXCHANGE, (route) => route.abort('connectionfailed'));
  await page.goto('/auth/callback?code=a-code');
  await new Toasts(page).expectError('Error', 'An unexpected error occurred. Please try again.');
  await expect(page).toHaveURL('/auth/sign-in?error=callback');
});
