import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { requestSession, sessionKey, type ServiceSession } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { ResetPasswordPage } from '../../pages/reset-password-page.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';

const password = 'another-password';
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm my email' });

async function requestReset(page: Page, email: string) {
  const screen = new SignInPage(page);
  await screen.open();
  await screen.email.fill(email);
  await screen.resetPassword.click();
}

test("a confirmation link asks for no password in the browser that signed up, even after two presses of 'Send again' and a reset request", async ({
  page,
  server,
}) => {
  await page.clock.install();
  const account = { email: `${randomUUID()}@test.example`, password };
  const screen = new SignInPage(page);
  await screen.openSignUp();
  await screen.signUp(account);
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  const link = await server.lastMailLink(account.email);
  for (const _time of [1, 2]) {
    await page.clock.fastForward('01:01');
    await page.getByRole('button', { name: 'Send again', exact: true }).click();
    // The server rejects it: its rate limit of one minute still applies.
    await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  }
  await requestReset(page, account.email);
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await page.goto(link);
  await confirm(page).click();
  await expect(page).toHaveURL('/app');
  await expect(requestSession(server, account)).resolves.toBeTruthy();
});

test("'Email not confirmed' at sign-in offers to send the link again", async ({ page }) => {
  const account = { email: `${randomUUID()}@test.example`, password };
  const screen = new SignInPage(page);
  await screen.openSignUp();
  await screen.signUp(account);
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await screen.open();
  await screen.signIn(account);
  await expect(page.getByText('Please confirm your email first.')).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  // The server sent one less than a minute ago, and returns the remaining wait.
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
});

test('ACCT-73 a mailed link asks for confirmation before it replaces the current session, which ends', async ({
  page,
  server,
  signIn,
  newUser,
}) => {
  const [signedIn, other] = [await newUser(), await newUser()];
  await requestReset(page, other.email);
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  const link = await server.lastMailLink(other.email);
  await signIn(page, signedIn);
  const stored = await page.evaluate((key) => localStorage.getItem(key), sessionKey);
  const { access_token: token } = JSON.parse(stored ?? '') as ServiceSession;

  await page.goto(link);
  await expect(page.getByText(`You're signed in as ${signedIn.email}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Stay signed in' }).click();
  await expect(page).toHaveURL('/app');
  await expect(page.getByRole('button', { name: /^Account of/ })).toContainText(
    signedIn.email.split('@')[0] ?? '',
  );

  await page.goto(link);
  await page.getByRole('button', { name: 'Continue with the link' }).click();
  await new ResetPasswordPage(page).update(password);
  await expect(page).toHaveURL('/app');
  await expect(page.getByRole('button', { name: /^Account of/ })).toContainText(
    other.email.split('@')[0] ?? '',
  );
  const headers = { apikey: server.publishableKey, authorization: `Bearer ${token}` };
  const user = `${server.url}/auth/v1/user`;
  await expect.poll(async () => (await fetch(user, { headers })).status).toBe(403);
});
