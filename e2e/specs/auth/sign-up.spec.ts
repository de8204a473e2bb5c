import { randomUUID } from 'node:crypto';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { startServer } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { Toasts } from '../../pages/toasts.ts';

const SIGN_UP = '**/auth/v1/signup**';
const someone = () => ({ email: `${randomUUID()}@test.example`, password: 'a-good-password' });

test.beforeEach(async ({ page }) => {
  await new SignInPage(page).openSignUp();
});

test('SIGNUP-01 SIGNUP-03 the tab has its three fields, the minimum, and a note about the mail', async ({
  page,
}) => {
  const screen = new SignInPage(page);
  await expect(screen.email).toBeVisible();
  await expect(screen.password).toHaveAttribute('minlength', '6');
  await expect(page.getByText('At least 6 characters')).toBeVisible();
  await expect(screen.confirmPassword).toBeVisible();
  await expect(page.getByText('We will send you a confirmation email')).toBeVisible();
});

test('SIGNUP-02 SIGNUP-04 STATE-04 signing up says that it runs, and then that a mail is on its way', async ({
  page,
}) => {
  const screen = new SignInPage(page);
  const held = await holdRequests(page, SIGN_UP);
  await screen.signUp(someone());
  await expect(screen.creating).toBeDisabled();
  await held.release();
  await new Toasts(page).expectSuccess(
    'Check your email',
    "We've sent you a confirmation link to complete your registration.",
  );
  await expect(screen.create).toBeEnabled();
  await expect(page).toHaveURL('/auth/sign-in');
});

test('SIGNUP-04 CALLBACK-02 the link in the mail leads into the app, and its code leaves the address @main', async ({
  page,
  server,
}) => {
  const account = someone();
  await new SignInPage(page).signUp(account);
  const link = await server.lastMailLink(account.email);
  await page.goto(link);
  await expect(page).toHaveURL('/app');
  const header = new AppHeader(page);
  await header.openMenu();
  await expect(header.email(account.email)).toBeVisible();
  // Nothing that a reload, the back button or a bookmark would bring up again.
  await page.goBack();
  expect(page.url()).not.toContain('code=');
});

test('SIGNUP-05 a refusal is shown in the words of the service', async ({ page }) => {
  await page.route(SIGN_UP, (route) =>
    route.fulfill({
      status: 422,
      json: { code: 422, error_code: 'user_already_exists', msg: 'User already registered' },
    }),
  );
  await new SignInPage(page).signUp(someone());
  await new Toasts(page).expectError('Error', 'User already registered');
});

test('ERR-03 a weak password is explained by the service', async ({ page }) => {
  const msg = 'Password should contain at least one digit.';
  await page.route(SIGN_UP, (route) =>
    route.fulfill({
      status: 422,
      json: {
        code: 'weak_password',
        error_code: 'weak_password',
        msg,
        message: msg,
        weak_password: { reasons: ['characters'] },
      },
    }),
  );
  await new SignInPage(page).signUp(someone());
  await new Toasts(page).expectError('Error', msg);
});

test('SIGNUP-06 STATE-04 a failure on the way is unexpected, and the form can be sent again', async ({
  page,
}) => {
  const screen = new SignInPage(page);
  await page.route(SIGN_UP, (route) => route.abort('connectionfailed'));
  await screen.signUp(someone());
  await new Toasts(page).expectError('Error', 'An unexpected error occurred. Please try again.');
  await expect(screen.create).toBeEnabled();
});

test('RULE-01 signing up needs an email and a password', async ({ page }) => {
  await new SignInPage(page).create.click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters long.')).toBeVisible();
  await expect(new SignInPage(page).email).toBeFocused();
});

test('RULE-02 a confirmation that differs is refused', async ({ page }) => {
  await new SignInPage(page).signUp(someone(), 'another-password');
  await expect(page.getByText('Passwords do not match.')).toBeVisible();
});

test('LIMIT-01 five characters are refused, six are taken', async ({ page }) => {
  const screen = new SignInPage(page);
  const tooShort = 'Password must be at least 6 characters long.';
  await screen.signUp({ ...someone(), password: '12345' });
  await expect(page.getByText(tooShort)).toBeVisible();
  await screen.signUp({ ...someone(), password: '123456' });
  await expect(page.getByText(tooShort)).toBeHidden();
  await new Toasts(page).expectSuccess('Check your email', 'confirmation link');
});

test('where sign-up is closed the screen says so and whom to ask, in place of the form', async ({
  page,
}) => {
  await page.route('**/environment.json', async (route) => {
    const response = await route.fetch();
    const signUp = { open: false, domains: [] };
    await route.fulfill({ response, json: { ...(await response.json()), signUp } });
  });
  const screen = new SignInPage(page);
  await screen.openSignUp();
  await expect(page.getByRole('heading', { name: 'Sign-up is closed' })).toBeVisible();
  await expect(page.getByText('Ask an administrator of your organisation')).toBeVisible();
  await expect(screen.create).toBeHidden();
});

test('where only some mail domains may sign up the field says which, and the server keeps to it', async ({
  page,
  database,
}) => {
  const limited = await startServer({ database }, { HOMIE_SIGN_UP: 'homie.example, care.example' });
  try {
    await page.goto(`${limited.url}/auth/sign-in`);
    const screen = new SignInPage(page);
    await screen.signUpTab.click();
    await expect(screen.email).toHaveAccessibleDescription(
      'An address at homie.example or care.example',
    );
    await screen.signUp(someone());
    await new Toasts(page).expectError(
      'Error',
      'Only addresses at homie.example or care.example can sign up.',
    );
    const account = { email: `${randomUUID()}@homie.example`, password: 'a-good-password' };
    await screen.signUp(account);
    expect(await limited.lastMailLink(account.email)).toContain(limited.url);
  } finally {
    await limited.stop();
  }
});
