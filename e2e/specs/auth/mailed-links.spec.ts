import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { requestSession } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { ResetPasswordPage } from '../../pages/reset-password-page.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { Toasts } from '../../pages/toasts.ts';

const password = 'another-password';
/** The field by which password managers know the account of the new password. */
const nameOfAccount = (page: Page) => page.locator('form input[autocomplete=username]');
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm my email' });

/** Requests a link as a mail scanner does. */
async function scan(link: string) {
  for (const method of ['HEAD', 'GET']) await fetch(link, { method });
}

async function requestReset(page: Page, email: string) {
  const screen = new SignInPage(page);
  await screen.open();
  await screen.email.fill(email);
  await screen.resetPassword.click();
}

test('ACCT-77 a reset link works in another browser and names the account, after a scan, a reload and a second request, until it is used', async ({
  page,
  browser,
  server,
  newUser,
}) => {
  const { email } = await newUser();
  await requestReset(page, email);
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  const link = await server.lastMailLink(email);
  await requestReset(page, email);
  await new Toasts(page).expectError('Error', 'before requesting another email.');
  // The error response contains the remaining wait.
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  await scan(link);

  const phone = await (await browser.newContext()).newPage();
  await phone.goto(link);
  await phone.reload();
  await expect(new ResetPasswordPage(phone).title).toBeVisible();
  await expect(nameOfAccount(phone)).toHaveValue(email);
  // Opened there, and used here, in the browser that requested it.
  await page.goto(link);
  await new ResetPasswordPage(page).update(password);
  await expect(page).toHaveURL('/app');
  await expect(requestSession(server, { email, password })).resolves.toBeTruthy();

  await new ResetPasswordPage(phone).update('a-third-password');
  await new Toasts(phone).expectError(
    'Invalid reset link',
    'This password reset link is invalid or has expired.',
  );
  await expect(phone).toHaveURL(`${server.url}/auth/sign-in`);
  await phone.context().close();
});

test('ACCT-77 a confirmation link works on another device, after a scan and a repeated sign-up, and signs in there with a password set there', async ({
  page,
  browser,
  server,
}) => {
  const account = { email: `${randomUUID()}@test.example`, password };
  const screen = new SignInPage(page);
  await screen.openSignUp();
  await screen.signUp(account);
  await expect(page.getByText(account.email, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  const link = await server.lastMailLink(account.email);
  await page.getByRole('button', { name: 'Use another address' }).click();
  await expect(screen.email).toHaveValue(account.email);
  await screen.signUp(account);
  await new Toasts(page).expectError('Error', 'before requesting another email.');
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  await scan(link);

  await page.goto(link);
  await expect(confirm(page)).toBeVisible();
  const phone = await (await browser.newContext()).newPage();
  await phone.goto(link);
  await expect(phone.getByText("This isn't the browser you signed up in")).toContainText(
    'It replaces the one you chose before.',
  );
  await expect(confirm(phone)).toBeDisabled();
  await expect(nameOfAccount(phone)).toHaveValue(account.email);
  await phone.getByLabel('Password', { exact: true }).fill('chosen-on-the-phone');
  await phone.getByLabel('Confirm Password').fill('chosen-on-the-phone');
  await confirm(phone).click();
  await expect(phone).toHaveURL(`${server.url}/app`);
  await phone.context().close();

  await confirm(page).click();
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await screen.signIn({ ...account, password: 'chosen-on-the-phone' });
  await expect(page).toHaveURL('/app');
});
