import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { demoAccounts, requestSession, type Account } from '../../fixtures/accounts.ts';
import { userId } from '../../fixtures/administration.ts';
import { callRest, readUser } from '../../fixtures/records.ts';
import type { RunningServer } from '../../fixtures/server.ts';
import { tabTo } from '../../fixtures/tab-to.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { UsersPage } from '../../pages/users-page.ts';

/** Makes a user wait for approval, as a server with HOMIE_SIGN_UP=approve does at sign-up. */
async function letWait(server: RunningServer, account: Account) {
  await callRest(server, `users?email=eq.${account.email}`, {
    method: 'PATCH',
    body: JSON.stringify({ approved_at: null }),
  });
}

const waiting = (page: Page) => page.getByRole('heading', { name: 'Waiting for approval' });

test('PEOPLE-05 PEOPLE-06 a user who waits sees whom to ask, and continues when approved by keyboard', async ({
  page,
  browser,
  server,
  signIn,
  newUser,
}) => {
  const account = await newUser();
  await letWait(server, account);
  await signIn(page, account);
  await page.goto('/admin');
  await expect(waiting(page)).toBeVisible();
  await page.goto('/app');
  await expect(waiting(page)).toBeVisible();
  await expect(page.getByText('If it takes long, ask your administrator.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign out' })).toBeVisible();

  const context = await browser.newContext({ baseURL: server.url });
  const admin = await context.newPage();
  await signIn(admin, 'admin');
  await admin.goto('/admin');
  await admin.getByRole('link', { name: /waiting for approval/ }).press('Enter');
  await expect(admin).toHaveURL('/admin/users?state=waiting');
  const screen = new UsersPage(admin);
  await expect(screen.row(account.email)).toContainText('Waiting for approval');
  const menu = admin.getByRole('button', { name: `Actions for ${account.email}` });
  await tabTo(menu);
  await admin.keyboard.press('Enter');
  await expect(admin.getByRole('menuitem', { name: 'Approve' })).toBeFocused();
  await admin.keyboard.press('Enter');
  await screen.dialog.getByLabel('Role').selectOption('Office');
  await tabTo(screen.dialog.getByRole('button', { name: 'Approve' }));
  await admin.keyboard.press('Enter');
  await expect(admin.getByText('User approved')).toBeVisible();
  expect(await readUser(server, account.email)).toMatchObject({ role: { name: 'office' } });
  await expect(waiting(page)).toBeHidden({ timeout: 15_000 });
  await expect(page.getByRole('heading', { name: /welcome/i })).toBeVisible();
  await context.close();
});

test('PEOPLE-03 PEOPLE-08 PEOPLE-07 an administrator deactivates, reactivates and deletes a user', async ({
  page,
  browser,
  server,
  signIn,
  newUser,
}) => {
  await signIn(page, 'admin');
  const screen = new UsersPage(page);
  await test.step('deactivating says what happens, ends the open page, and can be reversed', async () => {
    const account = await newUser();
    const context = await browser.newContext({ baseURL: server.url });
    const other = await context.newPage();
    await signIn(other, account);
    await other.goto('/app');
    await expect(other.getByRole('heading', { name: /welcome/i })).toBeVisible();

    await screen.open(`?q=${account.email}`);
    await expect(screen.row(account.email)).toContainText('just now');
    await screen.choose(account.email, 'Deactivate');
    await expect(page.getByRole('alertdialog')).toContainText(
      'is signed out everywhere at once and can no longer sign in.',
    );
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await expect(screen.row(account.email)).toContainText('Deactivated');
    await expect(other).toHaveURL(/\/auth\/sign-in/, { timeout: 15_000 });
    await expect(requestSession(server, account)).rejects.toThrow('user_banned');

    await screen.choose(account.email, 'Reactivate');
    await page.getByRole('button', { name: 'Reactivate', exact: true }).click();
    await expect(screen.row(account.email)).not.toContainText('Deactivated');
    await expect(requestSession(server, account)).resolves.toBeTruthy();
    await context.close();
  });

  await test.step('deleting a user previews what goes and has to be typed; a legal hold prevents it', async () => {
    const account = await newUser();
    await screen.open(`?q=${account.email}`);
    await screen.choose(account.email, 'Delete');
    await expect(screen.dialog).toContainText(`${account.email} loses access at once.`);
    await screen.dialog.getByRole('textbox').fill(account.email);
    await screen.dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('User deleted')).toBeVisible();
    expect(await readUser(server, account.email)).toBeUndefined();

    const held = await newUser();
    const hold = { kind: 'user', subject_id: await userId(server, held), reason: 'Investigation' };
    await callRest(
      server,
      'rpc/set_audit_hold',
      { method: 'POST', body: JSON.stringify(hold) },
      demoAccounts.admin,
    );
    await screen.open(`?q=${held.email}`);
    await screen.choose(held.email, 'Delete');
    await expect(screen.dialog).toContainText(`${held.email} cannot be deleted: Investigation`);
  });
});

test('PEOPLE-09 PEOPLE-10 ACCT-77 an invited user chooses a name and a password, once', async ({
  page,
  browser,
  server,
  signIn,
}) => {
  const email = `${randomUUID()}@invited.example`;
  await signIn(page, 'admin');
  const screen = new UsersPage(page);
  await screen.open(`?q=${email}`);
  await page.getByRole('button', { name: 'Invite user' }).first().click();
  await screen.dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(screen.dialog.getByText('Email is required')).toBeVisible();
  await screen.dialog.getByLabel('Email').fill(email);
  await screen.dialog.getByLabel('Role').selectOption('Office');
  await screen.dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(screen.row(email)).toContainText('Invited');
  await expect(screen.row(email)).toContainText('Office');

  const link = await server.lastMailLink(email);
  const accept = async (phone: Page) => {
    await phone.goto(link);
    await phone.reload();
    await expect(phone.locator('form input[autocomplete=username]')).toHaveValue(email);
    await phone.getByLabel('Name').fill('Nia Brown');
    await phone.getByLabel('Password', { exact: true }).fill('a-good-password');
    await phone.getByLabel('Confirm Password').fill('a-good-password');
    await phone.getByRole('button', { name: 'Accept the invitation' }).click();
  };
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await accept(phone);
  await phone.getByRole('button', { name: 'Continue' }).click();
  await expect(phone).toHaveURL(/\/app/);
  await expect(phone.getByRole('button', { name: 'Account of Nia Brown' })).toBeVisible();
  expect(await readUser(server, email)).toMatchObject({ role: { name: 'office' } });
  await context.close();

  const again = await browser.newContext();
  const late = await again.newPage();
  await accept(late);
  await expect(
    late.getByRole('heading', { name: 'This invitation no longer works' }),
  ).toBeVisible();
  await again.close();
});
