import { changeManifest, type ContributedLink } from '../../fixtures/manifest.ts';
import { callRest, setRole } from '../../fixtures/records.ts';
import { resize } from '../../fixtures/resize.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AdminPage, type AdminTab } from '../../pages/admin-page.ts';
import type { Locator, Page } from '@playwright/test';

const tabs: [AdminTab, string][] = [
  ['Overview', '/admin'],
  ['Assistants', '/admin/assistants'],
  ['Participants', '/admin/participants'],
  ['Users', '/admin/users'],
  ['Audit Logs', '/admin/audit'],
];

const every: ContributedLink[] = tabs.slice(1).map(([label, path]) => ({
  id: path.split('/').at(-1) ?? '',
  label,
  path,
}));

/** An environment that composes only the overview. */
const composeNothing = (page: Page) =>
  changeManifest(page, (manifest) => {
    manifest.comingSoon = [...every.map(({ id }) => id), 'feedback', 'reports', 'health'];
  });

/** Returns the widths of the fades at the edges of a row, in pixels. */
const readFade = (row: Locator) =>
  row.evaluate(({ parentElement }) => {
    const mask = parentElement ? getComputedStyle(parentElement).maskImage : '';
    const [before, after = 0] = mask.match(/[\d.]+(?=px)/g) ?? [];
    return { before: Number(before), after: Number(after) };
  });

/** Checks that a tab is clear of the fades of its row, on each side. */
const readSpace = (tab: Locator) =>
  tab.evaluate((item) => {
    const row = item.closest('nav')?.getBoundingClientRect();
    const { left, right } = item.getBoundingClientRect();
    const isFirst = item.matches(':first-child');
    const isLast = item.matches(':last-child');
    return {
      before: isFirst || left >= (row?.left ?? 0) + 40,
      after: isLast || right <= (row?.right ?? 0) - 40,
    };
  });

test.describe('with every section composed', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn(page, 'admin');
  });

  test('ADMIN-01 ADMIN-02 ADMIN-03 ADMIN-08 AUDIT-01 renders remotes inside a frame with five tab links, marks the active tab by path, and Back to App opens the chat', async ({
    page,
  }) => {
    const admin = new AdminPage(page);
    await admin.open();
    // Tabs that other remotes contribute follow the product's own.
    await expect(admin.tabs.getByRole('link')).toHaveText([
      ...tabs.map(([name]) => name),
      'Feedback',
      'Reports',
      'Health',
    ]);
    for (const [name, path] of tabs) {
      await admin.tab(name).click();
      await expect(page).toHaveURL(path);
      await expect(admin.tab(name)).toHaveAttribute('aria-current', 'page');
      await expect(admin.tabs.locator('[aria-current]')).toHaveCount(1);
    }
    await expect(admin.heading('Audit Logs')).toBeVisible();
    await expect(
      page.getByText('View and export system activity logs with advanced filtering'),
    ).toBeVisible();
    await expect(page.getByRole('table', { name: 'Audit logs' })).toBeVisible();
    await page.goBack();
    await expect(admin.tab('Users')).toHaveAttribute('aria-current', 'page');
    await expect(page.getByText('Soon', { exact: true })).toBeHidden();
    await admin.backToApp.click();
    await expect(page).toHaveURL('/app');
  });

  test('scrolls the active tab into view on a phone', async ({ page }) => {
    await resize(page, { width: 390, height: 844 });
    const admin = new AdminPage(page);
    await page.goto('/admin/audit');
    await expect(admin.tab('Audit Logs')).toBeInViewport({ ratio: 1 });
    await page.goto('/admin');
    await expect(admin.tab('Overview')).toBeInViewport({ ratio: 1 });
  });

  test('PEOPLE-27 on a phone, tabs fade at an edge beyond which more follow, in dialogs too, and not over the focused tab', async ({
    page,
    server,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await resize(page, { width: 390, height: 844 });
    const admin = new AdminPage(page);
    await admin.open();
    await expect.poll(() => readFade(admin.tabs)).toEqual({ before: 0, after: 40 });
    await expect(admin.tabs).toHaveCSS('scrollbar-width', 'none');
    await admin.tabs.getByRole('link').last().focus();
    await expect.poll(() => readFade(admin.tabs)).toEqual({ before: 40, after: 0 });
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Shift+Tab');
      await expect
        .poll(() => readSpace(admin.tabs.locator(':focus')))
        .toEqual({ before: true, after: true });
    }

    const assistants = await callRest(server, 'assistants?select=id&limit=1');
    const [assistant]: { id: string }[] = await assistants.json();
    await admin.open(`/admin/assistants?open=${assistant?.id}&tab=history`);
    const tabs = page.getByRole('tablist');
    await expect(tabs.getByRole('tab', { name: 'History' })).toBeInViewport({ ratio: 1 });
    await expect.poll(() => readFade(tabs)).toEqual({ before: 40, after: 0 });
    await expect(tabs).toHaveCSS('scrollbar-width', 'none');
    await tabs.getByRole('tab', { name: 'History' }).focus();
    await page.keyboard.press('Home');
    await expect.poll(() => readFade(tabs)).toEqual({ before: 0, after: 40 });
  });

  test('ADMIN-04 ADMIN-05 ADMIN-06 ADMIN-07 overview cards and quick actions link to their sections', async ({
    page,
  }) => {
    const admin = new AdminPage(page);
    for (const [title, path] of [
      ['AI Assistants', '/admin/assistants'],
      ['Participants', '/admin/participants'],
      ['Users', '/admin/users'],
      ['Audit Logs', '/admin/audit'],
    ] as const) {
      await admin.open();
      await admin.card(title).getByRole('link').click();
      await expect(page).toHaveURL(path);
    }
    await admin.open();
    await expect(admin.card('AI Assistants')).toBeVisible();
    await expect(page.getByText('Coming Soon')).toBeHidden();
    for (const noun of ['assistants', 'participants', 'users']) {
      await expect(page.getByText(new RegExp(`^[\\d,]+ ${noun}$`))).toBeVisible();
    }
    for (const name of ['Create Assistant', 'Add Participant', 'View Reports'])
      await expect(admin.quickAction(name)).toBeVisible();
    // No card is alone in its row.
    const tops = await Promise.all(
      [
        'AI Assistants',
        'Participants',
        'Users',
        'Audit Logs',
        'Feedback',
        'Reports',
        'Health',
        'Quick actions',
      ].map(async (title) => (await admin.card(title).boundingBox())?.y),
    );
    for (const top of tops) expect(tops.filter((y) => y === top).length).toBeGreaterThan(1);
    await admin.quickAction('View Reports').click();
    await expect(page).toHaveURL('/admin/reports');
    await admin.open();
    await admin.quickAction('Create Assistant').click();
    await expect(page).toHaveURL('/admin/assistants?create=assistant');
    await admin.open();
    await admin.quickAction('Add Participant').click();
    await expect(page).toHaveURL(/\/admin\/participants/);
  });
});

test.describe('with only the overview composed', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await composeNothing(page);
    await signIn(page, 'admin');
  });

  test('ADMIN-01 ADMIN-05 ADMIN-07 disables the other tabs, the cards and the quick actions, and labels tabs and cards as coming soon', async ({
    page,
  }) => {
    const admin = new AdminPage(page);
    await admin.open();
    await expect(admin.tab('Overview')).toBeEnabled();
    for (const [name] of tabs.slice(1)) {
      await expect(admin.tab(name)).toBeDisabled();
      await expect(admin.tab(name)).toContainText('Soon');
      await expect(admin.tab(name)).not.toHaveAttribute('href');
    }
    for (const title of ['AI Assistants', 'Participants', 'Users', 'Audit Logs']) {
      await expect(admin.card(title).getByRole('button', { name: 'Coming Soon' })).toBeDisabled();
      await expect(admin.card(title).getByRole('link')).toHaveCount(0);
    }
    for (const name of ['Create Assistant', 'Add Participant', 'View Reports']) {
      await expect(admin.quickAction(name)).toBeDisabled();
    }
  });

  test('PERM-05 the URL of a section shows that it is not available yet', async ({ page }) => {
    const admin = new AdminPage(page);
    for (const [name, path] of tabs.slice(1)) {
      await admin.open(path);
      await expect(admin.heading(name)).toBeVisible();
      await expect(page.getByText('Not available in this environment yet')).toBeVisible();
      await expect(admin.tabs).toBeVisible();
    }
    await page.getByRole('link', { name: 'Back to overview' }).click();
    await expect(page).toHaveURL('/admin');
  });
});

test('a demoted administrator loses access when the window becomes visible again', async ({
  page,
  server,
  signIn,
  newUser,
}) => {
  const admin = new AdminPage(page);
  const account = await newUser();
  await setRole(server, account.email, 'admin');
  await signIn(page, account);
  await admin.open();
  await expect(admin.heading('Overview')).toBeVisible();
  await setRole(server, account.email, 'support_worker');
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(admin.denied).toBeVisible();
});

for (const [path, heading] of [
  ['/admin/users', 'User Management'],
  ['/admin/participants', 'Participants'],
  ['/admin/assistants', 'Assistants'],
  ['/admin/health', 'Health'],
  ['/admin/audit', 'Audit Logs'],
] as const)
  test(`${path} scrolls below the header, and not the document`, async ({ page, signIn }) => {
    await page.setViewportSize({ width: 1100, height: 400 });
    await signIn(page, 'admin');
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    const main = page.getByRole('main');
    // Complete: the last row is there.
    await expect
      .poll(() => main.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight))
      .toBe(true);
    expect(
      await page.evaluate(() => {
        const { scrollHeight, clientHeight } = document.documentElement;
        return scrollHeight - clientHeight;
      }),
    ).toBe(0);
  });
