import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../../fixtures/accounts.ts';
import {
  directUsers,
  grantToRole,
  grantToUser,
  makeAssistant,
  roleId,
  userId,
} from '../../fixtures/administration.ts';
import { callRest, readUser } from '../../fixtures/records.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { tabTo } from '../../fixtures/tab-to.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { Toasts } from '../../pages/toasts.ts';
import { UsersPage } from '../../pages/users-page.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('USER-01 USER-02 USER-03 USER-04 USER-05 LIMIT-16 LIMIT-17 PEOPLE-14 USER-06 USER-07 USER-08 USER-09 USER-10 an administrator finds users, changes their roles and their access', async ({
  page,
  server,
  newUser,
}) => {
  await test.step('users can be searched, filtered, sorted and paginated, all in the URL', async () => {
    const screen = new UsersPage(page);
    await screen.open('?q=secondhomie');
    await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
    await expect(screen.table.getByRole('columnheader')).toHaveText([
      'Name/Email',
      'Role',
      'Last sign-in',
      'Joined',
      'Actions',
    ]);
    await expect(screen.emails.first()).toHaveText(demoAccounts.admin.email);
    await expect(screen.pager).toBeHidden();
    await expect(screen.role.locator('option')).toHaveText([
      'All Roles',
      'Admin',
      'Office',
      'Support worker',
    ]);
    await screen.role.selectOption('Office');
    await expect(page).toHaveURL('/admin/users?q=secondhomie&role=office');
    await expect(screen.row(demoAccounts.office.email)).toBeVisible();
    await expect(screen.row(demoAccounts.admin.email)).toBeHidden();
    await screen.search.fill('OFFICE@');
    await expect(screen.emails).toHaveText([demoAccounts.office.email]);

    await screen.open('?q=secondhomie&role=office');
    const name = screen.table.getByRole('columnheader', { name: 'Name Email' });
    const lastSignIn = screen.table.getByRole('columnheader', { name: 'Last sign-in' });
    await tabTo(name.getByRole('button', { name: 'Name' }));
    await page.keyboard.press('Enter');
    await expect(name).toHaveAttribute('aria-sort', 'ascending');
    await expect(screen.emails.first()).toContainText('Grace Tran');
    await lastSignIn.getByRole('button').press('Enter');
    await expect(lastSignIn).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL('/admin/users?q=secondhomie&role=office&sort=-last_sign_in_at');
    await screen.search.fill('grace t');
    await expect(screen.emails).toHaveText(['Grace Trangrace.tran@secondhomie.example']);

    const existing = await callRest(server, 'users?select=id');
    const before = ((await existing.json()) as unknown[]).length;
    await Promise.all(Array.from({ length: Math.max(0, 26 - before) }, newUser));
    const total = Math.max(26, before);
    const last = Math.ceil(total / 25);
    await screen.open('?sort=-created_at');
    await expect(screen.emails).toHaveCount(25);
    await expect(screen.pager).toContainText(`Showing 1 to 25 of ${total} users`);
    await screen.pager.getByRole('button', { name: 'Next' }).click();
    await expect(screen.pager).toContainText('Showing 26 to');
    await screen.open('?page=999');
    await expect(page).toHaveURL(`/admin/users?page=${last}`);
    await expect(screen.pager).toContainText(`to ${total} of ${total} users`);
    await expect(screen.pager.getByRole('button', { name: 'Next' })).toBeDisabled();
  });

  await test.step('changes roles in the row, rejects demoting oneself, and confirms before making an administrator', async () => {
    const screen = new UsersPage(page);
    const { email } = await newUser();
    await screen.open(`?q=${email}`);
    await screen.roleOf(email).press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByText('User role updated successfully')).toBeVisible();
    await new Toasts(page).expectClearOf(screen.emails.first(), screen.roleOf(email));
    await expect(screen.roleOf(email)).toHaveText('Office');
    expect(await readUser(server, email)).toMatchObject({ role: { name: 'office' } });

    await screen.chooseRole(email, 'Admin');
    await expect(page.getByRole('alertdialog')).toContainText(email);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make administrator' }).click();
    await expect(screen.roleOf(email)).toHaveText('Admin');

    await screen.open(`?q=${demoAccounts.admin.email}`);
    await screen.chooseRole(demoAccounts.admin.email, 'Office');
    await new Toasts(page).expectError('Error', 'Cannot remove your own admin privileges.');
    await expect(screen.roleOf(demoAccounts.admin.email)).toHaveText('Admin');
  });

  await test.step('shows the access to every assistant, and toggles direct access', async () => {
    const screen = new UsersPage(page);
    const account = await newUser();
    const word = randomUUID().slice(0, 8);
    const [person, worker] = await Promise.all([
      userId(server, account),
      roleId(server, 'support_worker'),
    ]);
    // Labels that sort first, however many assistants other tests have created.
    const [none, direct, role, both] = (['none', 'direct', 'role', 'both'] as const).map(
      (state) => `00 ${word} ${state}`,
    ) as [string, string, string, string]; // one for each state
    const ids = {
      none: await makeAssistant(server, none),
      direct: await makeAssistant(server, direct),
      role: await makeAssistant(server, role),
      both: await makeAssistant(server, both),
    };
    await grantToUser(server, ids.direct, person);
    await grantToUser(server, ids.both, person);
    await grantToRole(server, ids.role, worker);
    await grantToRole(server, ids.both, worker);

    await screen.open(`?q=${account.email}`);
    const height = () => screen.dialog.evaluate((dialog) => dialog.getBoundingClientRect().height);
    const held = await holdRequests(page, /\/rpc\/user_access/);
    await screen.choose(account.email, 'Manage Access');
    await expect(page.getByRole('dialog', { name: 'Assistant Access' })).toContainText(
      account.email,
    );
    await expect(screen.dialog.getByText('Loading assistants')).toBeAttached();
    const whileLoading = await height();
    held.release();
    await expect(screen.assistant('Shift notes')).toBeVisible();
    expect(Math.abs((await height()) - whileLoading)).toBeLessThanOrEqual(1);
    for (const [label, words, icon] of [
      [none, 'No access', 'x'],
      [direct, 'Direct access', 'key-round'],
      [role, 'Access through their role', 'users'],
      [both, 'Direct access, and through their role', 'crown'],
    ] as const) {
      await expect(screen.assistant(label).getByText(words, { exact: true })).toBeVisible();
      await expect(screen.assistant(label).locator(`svg.lucide-${icon}`)).toBeVisible();
    }

    await screen.directAccess(none).press('Space');
    await expect(page.getByText('Access granted')).toBeVisible();
    await expect(screen.assistant(none).locator('svg.lucide-key-round')).toBeVisible();
    expect(await directUsers(server, ids.none)).toEqual([account.email]);
    await screen.directAccess(none).click();
    await expect(page.getByText('Access revoked')).toBeVisible();
    expect(await directUsers(server, ids.none)).toEqual([]);

    await screen.directAccess(both).click();
    await expect(screen.assistant(both)).toContainText('Access through their role');
    await expect(screen.directAccess(role)).not.toBeChecked();
    await expect(screen.assistant(role).getByRole('switch')).toHaveCount(1);
    await expect(screen.assistant(role).getByRole('button')).toHaveCount(0);

    await screen.dialog.getByRole('tab', { name: 'Effective access' }).click();
    const usable = screen.dialog
      .getByRole('list', { name: 'Assistants this user can use' })
      .getByRole('listitem');
    await expect(usable.filter({ hasText: direct })).toContainText('Direct access');
    await expect(usable.filter({ hasText: both })).toContainText('Role: support worker');
    await expect(usable.filter({ hasText: none })).toHaveCount(0);
    await screen.dialog.getByRole('tab', { name: 'History' }).click();
    await expect(screen.dialog.getByRole('listitem').first()).toContainText('Access revoked');
  });
});
