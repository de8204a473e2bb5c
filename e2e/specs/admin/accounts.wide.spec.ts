import { randomUUID } from 'node:crypto';
import { type Account } from '../../fixtures/accounts.ts';
import { callRest, readUser } from '../../fixtures/records.ts';
import type { RunningServer } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { UsersPage } from '../../pages/users-page.ts';

/** Makes a user wait for approval, as a server with HOMIE_SIGN_UP=approve does at sign-up. */
async function letWait(server: RunningServer, account: Account) {
  await callRest(server, `users?email=eq.${account.email}`, {
    method: 'PATCH',
    body: JSON.stringify({ approved_at: null }),
  });
}

test('PEOPLE-06 a rejected sign-up is deleted after a confirmation', async ({
  page,
  server,
  signIn,
  newUser,
}) => {
  const account = await newUser();
  await letWait(server, account);
  await signIn(page, 'admin');
  const screen = new UsersPage(page);
  await screen.open(`?q=${account.email}`);
  await screen.choose(account.email, 'Reject');
  await expect(page.getByRole('alertdialog')).toContainText(account.email);
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(page.getByText('Sign-up rejected')).toBeVisible();
  expect(await readUser(server, account.email)).toBeUndefined();
});

test('PEOPLE-04 the menu of the own account offers neither deactivation nor deletion', async ({
  page,
  signIn,
}) => {
  const { email } = await signIn(page, 'admin');
  await new UsersPage(page).open(`?q=${email}`);
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await expect(page.getByRole('menuitem', { name: 'History' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeHidden();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeHidden();
});

test('PEOPLE-11 PEOPLE-12 an invitation is sent again and revoked, and a reset is sent', async ({
  page,
  server,
  signIn,
  newUser,
}) => {
  const { email } = await newUser();
  await signIn(page, 'admin');
  const screen = new UsersPage(page);
  await screen.open(`?q=${email}`);
  await screen.choose(email, 'Send password reset');
  await page.getByRole('button', { name: 'Send reset' }).click();
  await expect(page.getByText('Password reset sent')).toBeVisible();
  expect(await server.lastMailLink(email)).toContain('/auth/reset-password?');

  const invited = `${randomUUID()}@invited.example`;
  await page.getByRole('button', { name: 'Invite user' }).click();
  await screen.dialog.getByLabel('Email').fill(invited);
  await screen.dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(screen.dialog).toBeHidden();
  await screen.open(`?q=${invited}`);
  await screen.choose(invited, 'Send invitation again');
  // A second mail within a minute is refused with the wait.
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('before requesting another email.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await screen.choose(invited, 'Revoke invitation');
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText('Invitation revoked')).toBeVisible();
  expect(await readUser(server, invited)).toBeUndefined();
});
