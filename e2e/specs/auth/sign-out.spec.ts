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

test('SIGNOUT-01 SIGNOUT-02 SIGNOUT-04 the screen shows title, text and note, ends the session on the button only, and Sign In Again sends a living one on', async ({
  page,
}) => {
  const screen = new SignOutPage(page);
  await expect(screen.title).toHaveText('Second Homie');
  await expect(page.getByText('You have been signed out successfully')).toBeVisible();
  await expect(
    page.getByText('Thank you for using the product. Your session has been ended.'),
  ).toBeVisible();
  await expect(screen.signInAgain).toHaveAttribute('href', '/auth/sign-in');
  await screen.signInAgain.click();
  await expect(page).toHaveURL('/app');
  await expect(new AppHeader(page).account).toBeVisible();

  // Without a session there is nothing to end.
  await page.evaluate(() => localStorage.clear());
  await screen.open();
  await expect(page).toHaveURL('/auth/sign-in');
});

test('SIGNOUT-03 SIGNOUT-05 STATE-04 signing out says that it runs, ends the session and leads to sign-in', async ({
  page,
}) => {
  const screen = new SignOutPage(page);
  const held = await holdRequests(page, LOGOUT);
  await screen.complete.click();
  await expect(screen.completing).toBeDisabled();
  held.release();
  await new Toasts(page).expectSuccess('Signed out', 'You have been successfully signed out.');
  await expect(page).toHaveURL('/auth/sign-in');
  expect(await page.evaluate((key) => localStorage.getItem(key), sessionKey)).toBeNull();
  await page.goto('/app');
  await expect(page).toHaveURL('/auth/sign-in');
});

test('SIGNOUT-06 SIGNOUT-07 STATE-04 a refusal is shown in the words of the provider, an exception is unexpected', async ({
  page,
}) => {
  const screen = new SignOutPage(page);
  const toasts = new Toasts(page);
  const msg = 'Too many requests, please wait';
  const refusals = [{ code: 429, error_code: 'over_request_rate_limit', msg }];
  await page.route(LOGOUT, (route) => {
    const json = refusals.shift();
    return json ? route.fulfill({ status: 429, json }) : route.abort('connectionfailed');
  });
  await screen.complete.click();
  await toasts.expectError('Error', msg);
  await expect(screen.complete).toBeEnabled();
  await screen.complete.click();
  await toasts.expectError('Error', 'An unexpected error occurred.');
  await expect(screen.complete).toBeEnabled();
});

test('a sign-out in one tab ends the session in the other', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto('/app');
  await expect(new AppHeader(other).account).toBeVisible();
  await new SignOutPage(page).complete.click();
  await expect(other).toHaveURL('/auth/sign-in');
});
