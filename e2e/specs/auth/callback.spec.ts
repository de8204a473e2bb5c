import type { Page } from '@playwright/test';
import { sessionKey } from '../../fixtures/accounts.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { expect, test } from '../../fixtures/test.ts';
import { Toasts } from '../../pages/toasts.ts';

const EXCHANGE = '**/auth/v1/token?grant_type=pkce';

/** Stores the code verifier, as the browser does when it requests the mail. */
async function rememberVerifier(page: Page) {
  await page.goto('/healthz');
  await page.evaluate(
    (key) => localStorage.setItem(key, JSON.stringify('a-verifier')),
    `${sessionKey}-code-verifier`,
  );
}

test("CALLBACK-01 shows 'Completing sign in...' until it redirects, and removes the code from the URL", async ({
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

test('CALLBACK-03 redirects to sign-in without a code', async ({ page }) => {
  await page.goto('/auth/callback');
  await expect(page).toHaveURL('/auth/sign-in');
  await expect(page.getByTestId('toast')).toBeHidden();
});

test('CALLBACK-04 CALLBACK-06 authentication fails for a link from another browser, an expired link, or a code that the service rejects', async ({
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

test('CALLBACK-05 CALLBACK-06 reports an exception as an unexpected error', async ({ page }) => {
  await rememberVerifier(page);
  await page.route(EXCHANGE, (route) => route.abort('connectionfailed'));
  await page.goto('/auth/callback?code=a-code');
  await new Toasts(page).expectError('Error', 'An unexpected error occurred. Please try again.');
  await expect(page).toHaveURL('/auth/sign-in?error=callback');
});
