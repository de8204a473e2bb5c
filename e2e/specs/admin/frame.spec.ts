import { callRest } from '../../fixtures/records.ts';
import { resize } from '../../fixtures/resize.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AdminPage, type AdminTab } from '../../pages/admin-page.ts';
import type { Locator } from '@playwright/test';

const tabs: [AdminTab, string][] = [
  ['Overview', '/admin'],
  ['Assistants', '/admin/assistants'],
  ['Participants', '/admin/participants'],
  ['Users', '/admin/users'],
  ['Audit Logs', '/admin/audit'],
];

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

test('ADMIN-01 ADMIN-02 ADMIN-03 ADMIN-08 AUDIT-01 PEOPLE-27 the frame of the administration shows its sections, also on a phone', async ({
  page,
  signIn,
  server,
}) => {
  await signIn(page, 'admin');
  const admin = new AdminPage(page);
  await test.step('renders remotes inside a frame with five tab links, marks the active tab by path, and Back to App opens the chat', async () => {
    await admin.open();
    // Tabs that other remotes contribute follow the product's own.
    await expect(admin.tabs.getByRole('link')).toHaveText([
      ...tabs.map(([name]) => name),
      'Feedback',
      'Reports',
      'Health',
    ]);
    // No card is alone in its row.
    await expect(admin.card('Quick actions')).toBeVisible();
    const cards = ['AI Assistants', 'Participants', 'Users', 'Audit Logs', 'Feedback', 'Reports'];
    const tops = await Promise.all(
      [...cards, 'Health', 'Quick actions'].map(
        async (title) => (await admin.card(title).boundingBox())?.y,
      ),
    );
    for (const top of tops) expect(tops.filter((y) => y === top).length).toBeGreaterThan(1);
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

  await test.step('on a phone, tabs fade at an edge beyond which more follow, in dialogs too, and not over the focused tab, and the active tab is in view', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await resize(page, { width: 390, height: 844 });
    await page.goto('/admin/audit');
    await expect(admin.tab('Audit Logs')).toBeInViewport({ ratio: 1 });
    await admin.open();
    await expect(admin.tab('Overview')).toBeInViewport({ ratio: 1 });
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

  await test.step('every section scrolls below the header, and not the document', async () => {
    await resize(page, { width: 1100, height: 400 });
    for (const [path, heading] of [
      ['/admin/users', 'User Management'],
      ['/admin/participants', 'Participants'],
      ['/admin/assistants', 'Assistants'],
      ['/admin/health', 'Health'],
      ['/admin/audit', 'Audit Logs'],
    ] as const) {
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
    }
  });
});
