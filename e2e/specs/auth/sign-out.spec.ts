import { sessionKey } from '../../fixtures/accounts.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { SignOutPage } from '../../pages/sign-out-page.ts';
import { Toasts } from '../../pages/toasts.ts';

const LOGOUT = '**/auth/v1/logout**';

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'worker');
  await new SignOutPage(page).open();
});

test('SIGNOUT-01 SIGNOUT-02 the screen shows title, text and note; the session ends on the button only', async ({
  page,
}) => {
  const screen = new SignOutPage(page);
  await expect(screen.title).toHaveText('Second Homie');
  await expect(page.getByText('You have been signed out successfully')).toBeVisible();
  await expect(
    page.getByText('Thank you for using the product. Your session has been ended.'),
  ).toBeVisible();
  await page.goto('/app');
  await expect(new AppHeader(page).account).toBeVisible();
});

test('SIGNOUT-01 without a session it leads to sign-in', async ({ page }) => {
  await page.evaluate(() => localStorage.clear());
  await new SignOutPage(page).open();
  await expect(page).toHaveURL('/auth/sign-in');
});

test('SIGNOUT-03 SIGNOUT-05 STATE-04 signing out says that it runs, ends the session and leads to sign-in', async ({
  page,
}) => {
  const screen = new SignOutPage(page);
  const held = await holdRequests(page, LOGOUT);
  await screen.complete.click();
  await expect(screen.completing).toBeDisabled();
  await held.release();
  await new Toasts(page).expectSuccess('Signed out', 'You have been successfully signed out.');
  await expect(page).toHaveURL('/auth/sign-in');
  expect(await page.evaluate((key) => localStorage.getItem(key), sessionKey)).toBeNull();
  await page.goto('/app');
  await expect(page).toHaveURL('/auth/sign-in');
});

test('SIGNOUT-04 Sign In Again leads to sign-in, which sends a living session on', async ({
  page,
}) => {
  const { signInAgain } = new SignOutPage(page);
  await expect(signInAgain).toHaveAttribute('href', '/auth/sign-in');
  await signInAgain.click();
  await expect(page).toHaveURL('/app');
});

test('SIGNOUT-06 STATE-04 a refusal is shown in the words of the provider', async ({ page }) => {
  const msg = 'Too many requests, please wait';
  await page.route(LOGOUT, (route) =>
    route.fulfill({ status: 429, json: { code: 429, error_code: 'over_request_rate_limit', msg } }),
  );
  const screen = new SignOutPage(page);
  await screen.complete.click();
  await new Toasts(page).expectError('Error', msg);
  await expect(screen.complete).toBeEnabled();
});

test('SIGNOUT-07 STATE-04 an exception is unexpected', async ({ page }) => {
  await page.route(LOGOUT, (route) => route.abort('connectionfailed'));
  const screen = new SignOutPage(page);
  await screen.complete.click();
  await new Toasts(page).expectError('Error', 'An unexpected error occurred.');
  await expect(screen.complete).toBeEnabled();
});

test('a sign-out in one tab ends the session in the other', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto('/app');
  await expect(new AppHeader(other).account).toBeVisible();
  await new SignOutPage(page).complete.click();
  await expect(other).toHaveURL('/auth/sign-in');
});
