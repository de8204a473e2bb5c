import { demoAccounts, sessionKey } from '../../fixtures/accounts.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { expect, test } from '../../fixtures/test.ts';
import { translatePage } from '../../fixtures/translate-page.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { Toasts } from '../../pages/toasts.ts';

const TOKEN = '**/auth/v1/token?grant_type=password';

test.beforeEach(async ({ page }) => {
  await new SignInPage(page).open();
});

test('SIGNIN-02 SIGNIN-05 SIGNIN-06 SIGNIN-07 SIGNIN-09 SIGNIN-10 STATE-04 DATA-04 signing in shows progress and a welcome, opens /app and persists the session', async ({
  page,
}) => {
  const screen = new SignInPage(page);
  const held = await holdRequests(page, TOKEN);
  await screen.signIn(demoAccounts.worker);
  await expect(screen.submitting).toBeDisabled();
  await expect(screen.resetPassword).toBeDisabled();
  held.release();
  await new Toasts(page).expectSuccess('Welcome back!', 'You have been successfully signed in.');
  await expect(page).toHaveURL('/app');
  await expect(new AppHeader(page).account).toBeVisible();

  await page.reload();
  await expect(new AppHeader(page).account).toBeVisible();
  const stored = await page.evaluate((key) => localStorage.getItem(key), sessionKey);
  expect(JSON.parse(stored ?? '{}')).toMatchObject({
    token_type: 'bearer',
    user: { email: demoAccounts.worker.email },
  });
  // A signed-in user is redirected to the app.
  await screen.open();
  await expect(page).toHaveURL('/app');
});

test('opens the requested URL after sign-in, even if the sign-in page was reloaded', async ({
  page,
}) => {
  const screen = new SignInPage(page);
  await page.goto('/admin/audit?dates=all');
  await expect(page).toHaveURL('/auth/sign-in');
  await page.reload();
  await screen.signIn(demoAccounts.admin);
  await expect(page).toHaveURL(/\/admin\/audit\?.*dates=all|\/admin\/audit\?dates=all/);
});

test('TRANSLATE-01 TRANSLATE-05 signing in works on a page that the browser translates, also after a wrong password', async ({
  page,
  newUser,
}) => {
  const translated = await translatePage(page);
  const screen = new SignInPage(page);
  await screen.open();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-AU');
  const account = await newUser();
  await screen.signIn({ ...account, password: 'wrong-password' });
  await expect(page.getByText("That email and password don't match.")).toBeVisible();
  await translated.expectWell();
  await screen.signIn(account);
  await expect(page).toHaveURL(/\/app/);
  await expect(page.getByRole('heading', { name: 'Welcome to' })).toBeVisible();
  await translated.expectWell();
});
