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

test('SIGNUP-01 SIGNUP-02 SIGNUP-03 SIGNUP-04 RULE-01 RULE-02 LIMIT-01 STATE-04 the form validates its fields, shows progress, and confirms that a mail was sent', async ({
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
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await expect(page).toHaveURL('/auth/sign-in');
});

test('an address with an account gets the same response, and a mail that links to sign-in', async ({
  page,
  server,
  newUser,
}) => {
  const account = await newUser();
  const screen = new SignInPage(page);
  await screen.signUp({ ...account, password: 'a-new-password' });
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await page.goto(await server.lastMailLink(account.email));
  await expect(page).toHaveURL(/\/auth\/sign-in/);
  const mails = (await server.mails()).filter(({ to }) => to === account.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'You already have an account for Second Homie',
  ]);
  await screen.signIn(account);
  await expect(page).toHaveURL('/app');
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

test('if sign-up is closed, a notice with a contact replaces the form', async ({ page }) => {
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

test('if sign-up is limited to some mail domains, the field lists them and the server enforces them', async ({
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
