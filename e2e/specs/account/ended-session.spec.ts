import { requestSession } from '../../fixtures/accounts.ts';
import { setRole } from '../../fixtures/records.ts';
import type { RunningServer } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { Toasts } from '../../pages/toasts.ts';
import { UsersPage } from '../../pages/users-page.ts';

/** Ends all sessions of a user, from another device. */
async function endSessions(server: RunningServer, account: { email: string; password: string }) {
  const { access_token } = await requestSession(server, account);
  const ended = await fetch(`${server.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, authorization: `Bearer ${access_token}` },
  });
  expect(ended.status).toBe(204);
}

const notice = ['Your session has ended', 'Please sign in again to continue.'] as const;

test('ACCT-86 ACCT-87 a session that ends elsewhere leaves Settings and a dialog of the admin area as they were', async ({
  page,
  server,
  signIn,
  newUser,
}) => {
  const user = await newUser();
  await setRole(server, user.email, 'admin');
  await signIn(page, user);
  await page.goto('/account');
  const name = page.getByRole('textbox', { name: 'Display name' });
  await name.fill('Zoë Ng of Wattle Street');
  await endSessions(server, user);
  await expect(page).toHaveURL('/auth/sign-in');
  await expect(new Toasts(page).withText(...notice)).toBeVisible();
  await expect(new AppHeader(page).account).toBeHidden();
  await expect(name).toBeHidden();
  await new SignInPage(page).signIn(user);
  await expect(page).toHaveURL('/account');
  await expect(name).toHaveValue('Zoë Ng of Wattle Street');
  await name.press('Enter');
  await expect(page.getByRole('button', { name: 'Account of Zoë Ng' })).toBeVisible();

  const users = new UsersPage(page);
  await users.open(`?q=${user.email}`);
  await users.choose(user.email, 'Manage Access');
  await users.dialog.getByRole('tab', { name: 'Security' }).click();
  const reason = users.dialog.getByRole('textbox', { name: 'Reason' });
  await reason.fill('Laptop was stolen on the tram');
  await endSessions(server, user);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second Homie');
  await expect(reason).toBeHidden();
  await new SignInPage(page).signIn(user);
  await expect(reason).toHaveValue('Laptop was stolen on the tram');
  await expect(users.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(users.dialog).toBeHidden();
});
