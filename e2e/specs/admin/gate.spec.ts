import { expect, test } from '../../fixtures/shared-page.ts';
import { readUser, removeUserRecord } from '../../fixtures/records.ts';
import { AdminPage } from '../../pages/admin-page.ts';

const sections = [
  ['/admin', 'Overview'],
  ['/admin/assistants', 'Assistants'],
  ['/admin/participants', 'Participants'],
  ['/admin/users', 'User Management'],
  ['/admin/audit', 'Audit Logs'],
] as const;

test("GATE-01 GATE-04 PERM-04 PERM-05 HEADER-08 shows 'Checking permissions...', then opens every section for an administrator, whose menu offers Admin Panel", async ({
  page,
  signIn,
}) => {
  const admin = new AdminPage(page);
  await signIn(page, 'admin');
  const held = await admin.holdLookup();
  await admin.open();
  await expect(admin.checking).toBeVisible();
  await expect(admin.tabs).toBeHidden();
  held.release();
  await expect(admin.heading('Overview')).toBeVisible();
  await expect(admin.checking).toBeHidden();
  for (const [path, name] of sections) {
    await admin.open(path);
    await expect(admin.heading(name)).toBeVisible();
    await expect(admin.tabs).toBeVisible();
    await expect(page).toHaveURL(path);
  }
  await page.goto('/app');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Admin Panel' }).click();
  await expect(page).toHaveURL('/admin');
  await expect(admin.heading('Overview')).toBeVisible();
});

test('GATE-02 GATE-03 GATE-07 PERM-04 PERM-05 HEADER-08 denies a worker every section, shows the reason, links back to the app, and offers no Admin Panel there', async ({
  page,
  signIn,
}) => {
  const admin = new AdminPage(page);
  await signIn(page, 'worker');
  for (const [path] of sections) {
    await admin.open(path);
    await expect(admin.denied).toBeVisible();
    await expect(admin.tabs).toBeHidden();
  }
  await expect(
    page.getByRole('heading', { name: 'Administrator privileges required' }),
  ).toBeVisible();
  await expect(
    page.getByText('You need administrator privileges to access this area.'),
  ).toBeVisible();
  await expect(page.getByText('please contact your system administrator')).toBeVisible();
  await page.getByRole('link', { name: 'Return to App' }).click();
  await expect(page).toHaveURL('/app');

  const pendingRequest = page.waitForResponse('**/rest/v1/rpc/is_admin');
  await page.reload();
  expect(await (await pendingRequest).json()).toBe(false);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Admin Panel' })).toBeHidden();
});

test('GATE-05 creates a missing user record as support worker, and denies access', async ({
  page,
  server,
  signIn,
  newUser,
}) => {
  const admin = new AdminPage(page);
  const account = await newUser();
  await signIn(page, account);
  await removeUserRecord(server, account.email);
  await admin.open();
  await expect(admin.denied).toBeVisible();
  await expect(
    page.getByText('You need administrator privileges to access this area.'),
  ).toBeVisible();
  expect(await readUser(server, account.email)).toMatchObject({
    email: account.email,
    role: { name: 'support_worker' },
  });
});
