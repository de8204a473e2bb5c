import { randomUUID } from 'node:crypto';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { Toasts } from '../../pages/toasts.ts';

const SIGN_UP = '**/auth/v1/signup**';
const someone = () => ({ email: `${randomUUID()}@test.example`, password: 'a-good-password' });

test.beforeEach(async ({ page }) => {
  await new SignInPage(page).openSignUp();
});

test('SIGNUP-01 SIGNUP-02 SIGNUP-03 SIGNUP-04 RULE-01 RULE-02 LIMIT-01 STATE-04 TOAST-01 the form validates its fields, shows progress, and confirms that a mail was sent', async ({
  page,
}) => {
  const screen = new SignInPage(page);
  await expect(screen.email).toBeVisible();
  await expect(screen.password).toHaveAttribute('minlength', '6');
  await expect(page.getByText('At least 6 characters')).toBeVisible();
  await expect(screen.confirmPassword).toBeVisible();
  await expect(page.getByText('We will send you a confirmation email')).toBeVisible();

  const tooShort = page.getByText('Password must be at least 6 characters long.');
  const differs = page.getByText('Passwords do not match.');
  await screen.create.click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(tooShort).toBeVisible();
  await expect(screen.email).toBeFocused();
  await screen.signUp(someone(), 'another-password');
  await expect(differs).toBeVisible();
  await expect(tooShort).toBeHidden();
  await screen.signUp({ ...someone(), password: '12345' });
  await expect(tooShort).toBeVisible();
  await expect(differs).toBeHidden();

  const held = await holdRequests(page, SIGN_UP);
  await screen.signUp({ ...someone(), password: '123456' });
  await expect(tooShort).toBeHidden();
  await expect(screen.creating).toBeDisabled();
  held.release();
  await new Toasts(page).expectSuccess(
    'Check your email',
    "We've sent you a confirmation link to complete your registration.",
  );
  const heading = page.getByRole('heading', { name: 'Check your inbox' });
  await expect(heading).toBeVisible();
  await new Toasts(page).expectClearOf(heading);
  await expect(page).toHaveURL('/auth/sign-in');
});

test('SIGNUP-04 CALLBACK-02 the mailed link opens the app and removes its code from the URL @main', async ({
  page,
  server,
}) => {
  const account = someone();
  await new SignInPage(page).signUp(account);
  // A page that is left during the request forgets that it signed up.
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  const link = await server.lastMailLink(account.email);
  await page.goto(link);
  await expect(page).toHaveURL('/auth/callback');
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page).toHaveURL('/app');
  await page.getByRole('button', { name: 'Continue' }).click();
  const header = new AppHeader(page);
  await header.openMenu();
  await expect(header.email(account.email)).toBeVisible();
  // A reload, the back button or a bookmark cannot restore the token.
  await page.goBack();
  expect(page.url()).not.toContain('token_hash=');
});

test("SIGNUP-05 SIGNUP-06 ERR-03 STATE-04 shows the service's error message, reports a network failure as unexpected, and allows a retry", async ({
  page,
}) => {
  const screen = new SignInPage(page);
  const toasts = new Toasts(page);
  const weak = 'Password should contain at least one digit.';
  const answers = [
    { code: 422, error_code: 'user_already_exists', msg: 'User already registered' },
    {
      code: 'weak_password',
      error_code: 'weak_password',
      msg: weak,
      message: weak,
      weak_password: { reasons: ['characters'] },
    },
  ];
  await page.route(SIGN_UP, (route) => {
    const json = answers.shift();
    return json ? route.fulfill({ status: 422, json }) : route.abort('connectionfailed');
  });
  await screen.signUp(someone());
  await toasts.takeError('Error', 'User already registered');
  await screen.create.click();
  await toasts.takeError('Error', weak);
  await screen.create.click();
  await toasts.expectError('Error', 'An unexpected error occurred. Please try again.');
  await expect(screen.create).toBeEnabled();
});
