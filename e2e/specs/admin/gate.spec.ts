import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { readUser, removeUserRecord } from '../../fixtures/records.ts';
import { AdminPage } from '../../pages/admin-page.ts';

const sections = [
  ['/admin', 'Overview'],
  ['/admin/assistants', 'Assistants'],
  ['/admin/participants', 'Participants'],
  ['/admin/users', 'User Management'],
  ['/admin/audit', 'Audit Logs'],
] as const;

test("GATE-01 GATE-04 PERM-05 HEADER-08 shows 'Checking permissions...', then opens every section for an administrator, whose menu offers Admin Panel", async ({
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

for (const role of ['worker', 'office'] as const) {
  test(`GATE-02 GATE-03 GATE-07 PERM-05 HEADER-08 denies ${role} every section, shows the reason, links back to the app, and offers no Admin Panel there`, async ({
    page,
    signIn,
  }) => {
    const admin = new AdminPage(page);
    await signIn(page, role);
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
}

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

ownPage('GATE-06 PERM-05 redirects a visitor to sign-in from every section', async ({ page }) => {
  for (const [path] of sections) {
    await page.goto(path);
    await expect(page).toHaveURL('/auth/sign-in');
    await expect(page.getByText('Please sign in to access this area.')).toBeVisible();
  }
});

ownPage(
  'GATE-08 GATE-09 denies access if the record lookup is rejected or fails, and Try again repeats it',
  async ({ page, signIn }) => {
    const admin = new AdminPage(page);
    await signIn(page, 'admin');
    await admin.answerLookup(403, { code: '42501', message: 'permission denied for table users' });
    await admin.open();
    await expect(admin.denied).toBeVisible();
    await expect(page.getByText('Failed to verify user permissions.')).toBeVisible();
    await admin.restoreLookup();
    await admin.retry.click();
    await expect(admin.heading('Overview')).toBeVisible();

    await admin.breakLookup();
    await admin.open();
    await expect(admin.denied).toBeVisible();
    await expect(page.getByText('Failed to verify access permissions.')).toBeVisible();
    await admin.restoreLookup();
    await admin.retry.click();
    await expect(admin.heading('Overview')).toBeVisible();
  },
);

ownPage(
  'PERM-06 a user without a readable role is not an administrator',
  async ({ page, signIn }) => {
    const admin = new AdminPage(page);
    await signIn(page, 'admin');
    await page.route('**/rest/v1/rpc/is_admin', (route) =>
      route.fulfill({ status: 500, json: { message: 'role lookup failed' } }),
    );
    await admin.answerLookup(200, [
      { id: 'b1', email: 'admin@secondhomie.example', role_id: 'b2', role: null },
    ]);
    await admin.open();
    await expect(admin.denied).toBeVisible();
    await expect(admin.tabs).toBeHidden();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Admin Panel' })).toBeHidden();
  },
);
