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

test('SIGNIN-01 SIGNIN-03 SIGNIN-04 SIGNIN-07 SIGNIN-08 SIGNIN-09 RULE-01 shows the card, tabs that support arrow keys, and buttons that are disabled until their fields are filled', async ({
  page,
}) => {
  const screen = new SignInPage(page);
  await expect(screen.title).toHaveText('Second Homie');
  await expect(
    page.getByText('Sign in to access your property management assistant'),
  ).toBeVisible();
  await expect(screen.signInTab).toHaveAttribute('aria-selected', 'true');
  await screen.signUpTab.click();
  await expect(screen.signUpTab).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveTitle('Sign up · Second Homie');
  await page.keyboard.press('ArrowLeft');
  await expect(screen.signInTab).toBeFocused();
  await expect(screen.submit).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(screen.signUpTab).toBeFocused();
  await expect(screen.create).toBeVisible();

  await screen.signInTab.click();
  await expect(page.getByText('Forgot your password?')).toBeVisible();
  await expect(screen.submit).toBeDisabled();
  await expect(screen.resetPassword).toBeDisabled();
  await screen.email.fill(demoAccounts.worker.email);
  await expect(screen.resetPassword).toBeEnabled();
  await expect(screen.submit).toBeDisabled();
  await screen.password.fill('x');
  await expect(screen.submit).toBeEnabled();
  await screen.email.fill('');
  await expect(screen.submit).toBeDisabled();

  await screen.email.fill('someone@test.example');
  await screen.signUpTab.click();
  await expect(screen.email).toHaveValue('someone@test.example');
  await screen.signInTab.click();
  await expect(screen.email).toHaveValue('someone@test.example');
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

test("SIGNIN-11 SIGNIN-12 STATE-04 shows the service's error message and a hint at the focused field, reports a network failure as unexpected, and allows a retry", async ({
  page,
}) => {
  const screen = new SignInPage(page);
  const toasts = new Toasts(page);
  await screen.signIn({ ...demoAccounts.office, password: 'not the password' });
  await toasts.expectError('Error', 'Invalid login credentials');
  await expect(page).toHaveURL('/auth/sign-in');
  await expect(screen.submit).toBeEnabled();
  await expect(screen.password).toBeFocused();
  await expect(screen.password).toHaveAccessibleDescription("That email and password don't match.");
  await screen.password.fill('another password');
  await expect(screen.password).toHaveAccessibleDescription('');

  await page.route(TOKEN, (route) => route.abort('connectionfailed'));
  await screen.submit.click();
  await toasts.expectError('Error', 'An unexpected error occurred. Please try again.');
  await expect(page.getByTestId('toast')).toHaveCount(1);
  await expect(screen.submit).toBeEnabled();
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
