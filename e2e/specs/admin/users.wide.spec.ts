import { randomUUID } from 'node:crypto';
import { expect, test } from '../../fixtures/shared-page.ts';
import { Toasts } from '../../pages/toasts.ts';
import { UsersPage } from '../../pages/users-page.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('ERR-21 names the operation that failed: loading users, loading access, updating a role, updating access', async ({
  page,
  newUser,
}) => {
  const screen = new UsersPage(page);
  const toasts = new Toasts(page);
  const { email } = await newUser();
  const fail = (address: RegExp, method: string) =>
    page.route(address, (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 500, json: { code: 'XX000', message: 'out of order' } })
        : route.fallback(),
    );
  const list = /\/rest\/v1\/rpc\/search_users/;
  await fail(list, 'POST');
  await screen.open(`?q=${email}`);
  await toasts.takeError('Error', 'Failed to load users');
  await page.unroute(list);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(screen.row(email)).toBeVisible();

  await fail(/\/rest\/v1\/users\?/, 'PATCH');
  await screen.chooseRole(email, 'Office');
  await toasts.takeError('Error', 'Failed to update user role');
  await expect(screen.roleOf(email)).toHaveText('Support worker');

  const access = /\/rest\/v1\/rpc\/user_access/;
  await fail(access, 'POST');
  await screen.choose(email, 'Manage Access');
  await toasts.takeError('Error', 'Failed to load user access');
  await page.unroute(access);
  await screen.dialog.getByRole('button', { name: 'Retry' }).click();
  await fail(/\/rest\/v1\/assistant_access/, 'POST');
  const off = screen.dialog.getByRole('switch', { checked: false }).first();
  const label = await off.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent);
  const toggle = screen.dialog.getByRole('switch', { name: label ?? '' });
  await toggle.click();
  await toasts.takeError('Error', 'Failed to update access');
  await expect(toggle).not.toBeChecked();
});

test('labels an account whose email is not confirmed', async ({ page, server, newUser }) => {
  const email = `new-${randomUUID()}@test.example`;
  const signedUp = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'long-enough-1' }),
  });
  expect(signedUp.status).toBe(200);
  const usable = await newUser();
  const screen = new UsersPage(page);
  await screen.open(`?q=${email}`);
  await expect(screen.table.getByRole('rowheader')).toHaveText([`${email}Email not confirmed`]);
  await screen.search.fill(usable.email);
  await expect(screen.row(usable.email)).toBeVisible();
  await expect(screen.table.getByText('Email not confirmed')).toHaveCount(0);
});
