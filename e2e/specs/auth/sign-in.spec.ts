import { demoAccounts, sessionKey } from '../../fixtures/accounts.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { Toasts } from '../../pages/toasts.ts';

const TOKEN = '**/auth/v1/token?grant_type=password';

test.beforeEach(async ({ page }) => {
  await new SignInPage(page).open();
});

test('SIGNIN-01 SIGNIN-03 SIGNIN-04 a visitor gets the card with title, subtitle and two tabs', async ({
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
});

test('SIGNIN-04 the tabs follow the arrow keys', async ({ page }) => {
  const screen = new SignInPage(page);
  await screen.signInTab.focus();
  await page.keyboard.press('ArrowRight');
  await expect(screen.signUpTab).toBeFocused();
  await expect(screen.create).toBeVisible();
});

test('SIGNIN-02 a visitor with a session is sent to /app', async ({ page, signIn }) => {
  await signIn(page, 'worker');
  await new SignInPage(page).open();
  await expect(page).toHaveURL('/app');
});

test('SIGNIN-05 SIGNIN-10 email and password sign in, with a welcome, and lead to /app', async ({
  page,
}) => {
  await new SignInPage(page).signIn(demoAccounts.worker);
  await new Toasts(page).expectSuccess('Welcome back!', 'You have been successfully signed in.');
  await expect(page).toHaveURL('/app');
  await expect(new AppHeader(page).account).toBeVisible();
});

test('SIGNIN-06 SIGNIN-07 SIGNIN-09 STATE-04 while the request runs the buttons are disabled and it says so', async ({
  page,
}) => {
  const screen = new SignInPage(page);
  const held = await holdRequests(page, TOKEN);
  await screen.signIn(demoAccounts.worker);
  await expect(screen.submitting).toBeDisabled();
  await expect(screen.resetPassword).toBeDisabled();
  await held.release();
  await expect(page).toHaveURL('/app');
});

test('SIGNIN-07 RULE-01 signing in needs an email and a password', async ({ page }) => {
  const screen = new SignInPage(page);
  await expect(screen.submit).toBeDisabled();
  await screen.email.fill(demoAccounts.worker.email);
  await expect(screen.submit).toBeDisabled();
  await screen.password.fill('x');
  await expect(screen.submit).toBeEnabled();
  await screen.email.fill('');
  await expect(screen.submit).toBeDisabled();
});

test('SIGNIN-08 SIGNIN-09 a divider asks for the forgotten password, and the button needs an email', async ({
  page,
}) => {
  const screen = new SignInPage(page);
  await expect(page.getByText('Forgot your password?')).toBeVisible();
  await expect(screen.resetPassword).toBeDisabled();
  await screen.email.fill('someone@test.example');
  await expect(screen.resetPassword).toBeEnabled();
});

test('SIGNIN-11 STATE-04 a refusal is shown in the words of the service, and the form can be sent again', async ({
  page,
}) => {
  const screen = new SignInPage(page);
  await screen.signIn({ ...demoAccounts.office, password: 'not the password' });
  await new Toasts(page).expectError('Error', 'Invalid login credentials');
  await expect(page).toHaveURL('/auth/sign-in');
  await expect(screen.submit).toBeEnabled();
  await expect(screen.submit).toBeFocused();
});

test('SIGNIN-12 STATE-04 a failure on the way is unexpected, and the form can be sent again', async ({
  page,
}) => {
  const screen = new SignInPage(page);
  await page.route(TOKEN, (route) => route.abort('connectionfailed'));
  await screen.signIn(demoAccounts.office);
  await new Toasts(page).expectError('Error', 'An unexpected error occurred. Please try again.');
  await expect(screen.submit).toBeEnabled();
});

test('DATA-04 the session is kept in local storage and survives a reload', async ({ page }) => {
  await new SignInPage(page).signIn(demoAccounts.worker);
  await expect(page).toHaveURL('/app');
  await page.reload();
  await expect(new AppHeader(page).account).toBeVisible();
  const kept = await page.evaluate((key) => localStorage.getItem(key), sessionKey);
  expect(JSON.parse(kept ?? '{}')).toMatchObject({
    token_type: 'bearer',
    user: { email: demoAccounts.worker.email },
  });
});
