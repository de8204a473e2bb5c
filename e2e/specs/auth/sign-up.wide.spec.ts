import { randomUUID } from 'node:crypto';
import { startServer } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/test.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { Toasts } from '../../pages/toasts.ts';

const someone = () => ({ email: `${randomUUID()}@test.example`, password: 'a-good-password' });

test.beforeEach(async ({ page }) => {
  await new SignInPage(page).openSignUp();
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
