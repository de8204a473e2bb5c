import { demoAccounts, sessionKey } from '../../fixtures/accounts.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { SignOutPage } from '../../pages/sign-out-page.ts';
import { Toasts } from '../../pages/toasts.ts';

const LOGOUT = '**/auth/v1/logout**';

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'worker');
});

test('SIGNOUT-01 SIGNOUT-02 SIGNOUT-04 shows title, text and note, ends the session in every tab and on the server on opening, and Sign In Again opens sign-in', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/app');
  await expect(new AppHeader(other).account).toBeVisible();

  const revoked = page.waitForResponse(LOGOUT);
  const screen = new SignOutPage(page);
  await screen.open();
  await expect(screen.title).toHaveText('Second Homie');
  await expect(page.getByText('You have been signed out successfully')).toBeVisible();
  await expect(
    page.getByText('Thank you for using the product. Your session has been ended.'),
  ).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), sessionKey)).toBeNull();
  await expect(other).toHaveURL('/auth/sign-in');
  expect((await revoked).status()).toBe(204);

  await expect(screen.signInAgain).toHaveAttribute('href', '/auth/sign-in');
  await screen.signInAgain.click();
  await expect(page).toHaveURL('/auth/sign-in');
  await new SignInPage(page).signIn(demoAccounts.worker);
  await expect(page).toHaveURL('/app');
});

test('redirects to sign-in without a session', async ({ page }) => {
  await page.evaluate(() => localStorage.clear());
  await new SignOutPage(page).open();
  await expect(page).toHaveURL('/auth/sign-in');
});

test('SIGNOUT-03 SIGNOUT-05 STATE-04 completing sign-out shows progress, removes personal data and redirects to sign-in', async ({
  page,
}) => {
  const held = await holdRequests(page, LOGOUT);
  const screen = new SignOutPage(page);
  await screen.open();
  await expect(screen.complete).toBeVisible();
  await screen.complete.click();
  await expect(screen.completing).toBeDisabled();
  held.release();
  await new Toasts(page).expectSuccess('Signed out', 'You have been successfully signed out.');
  await expect(page).toHaveURL('/auth/sign-in');
  await page.goto('/app');
  await expect(page).toHaveURL('/auth/sign-in');
});

test("SIGNOUT-06 SIGNOUT-07 STATE-04 shows the provider's error message, reports an exception as unexpected, and never restores the session", async ({
  page,
}) => {
  const screen = new SignOutPage(page);
  const toasts = new Toasts(page);
  const msg = 'Too many requests, please wait';
  const json = { code: 429, error_code: 'over_request_rate_limit', msg };
  await page.route(LOGOUT, (route) => route.fulfill({ status: 429, json }));
  await screen.open();
  await screen.complete.click();
  await toasts.expectError('Error', msg);
  await expect(screen.complete).toBeEnabled();

  await page.unroute(LOGOUT);
  await page.route(LOGOUT, (route) => route.abort('connectionfailed'));
  await screen.complete.click();
  await toasts.expectError('Error', 'An unexpected error occurred.');
  await expect(screen.complete).toBeEnabled();
  expect(await page.evaluate((key) => localStorage.getItem(key), sessionKey)).toBeNull();

  // Online again: the server ends the session now.
  await page.unroute(LOGOUT);
  const revoked = page.waitForResponse(LOGOUT);
  await screen.complete.click();
  expect((await revoked).status()).toBe(204);
  await expect(page).toHaveURL('/auth/sign-in');
});
