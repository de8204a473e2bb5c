import { expect, test } from '../../fixtures/providers-server.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';

test('ACCT-22 a refused sign-in says why, and what to do', async ({ page, product }) => {
  product.entra.users.set('uma', { email: 'uma@one.example', email_verified: false });
  const screen = new SignInPage(page);
  await screen.open();
  await screen.email.fill('uma@one.example');
  await page.getByRole('button', { name: 'Continue with Entra ID' }).click();
  await page.getByLabel('Login').fill('uma');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/auth\/sign-in/);
  await expect(page.getByText('has not confirmed your email address')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Entra ID' })).toBeVisible();
});

test('ACCT-19 signing up at a domain with single sign-on only says where to sign in', async ({
  page,
}) => {
  const screen = new SignInPage(page);
  await screen.openSignUp();
  await screen.signUp({ email: 'new@two.example', password: 'Passw0rd!-1' });
  await expect(page.getByText('People at two.example sign in with Okta.').first()).toBeVisible();
  await expect(screen.email).toBeFocused();
});

test('ACCT-82 a mailed link signs in, once', async ({ page, server, newUser }) => {
  const { email } = await newUser();
  const screen = new SignInPage(page);
  await screen.open();
  await screen.email.fill(email);
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  const link = await server.lastMailLink(email);
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});
