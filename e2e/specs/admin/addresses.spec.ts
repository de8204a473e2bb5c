import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { AdminPage } from '../../pages/admin-page.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

ownPage(
  'preloads the code of every admin screen, so that opening a tab requests no more',
  async ({ page }) => {
    const admin = new AdminPage(page);
    const unfinished = new Set<string>();
    const isOfAdmin = (url: string) => url.includes('/remotes/admin/');
    page.on('request', (request) => isOfAdmin(request.url()) && unfinished.add(request.url()));
    page.on('requestfinished', (request) => unfinished.delete(request.url()));
    const screens = ['assistants', 'participants', 'users'].map((screen) =>
      page.waitForResponse((response) =>
        new RegExp(`/remotes/admin/.*/${screen}-[^/]*\\.js$`).test(response.url()),
      ),
    );
    await admin.open();
    await Promise.all(screens);
    // The imports of a screen are requested together with it, and may load after it.
    await expect.poll(() => [...unfinished]).toEqual([]);
    await page.route('**/remotes/admin/**', (route) => route.abort());
    for (const [tab, table] of [
      ['Users', 'Users'],
      ['Participants', 'Participants'],
      ['Assistants', 'Assistants'],
    ] as const) {
      await admin.tab(tab).click();
      await expect(page.getByRole('table', { name: table })).toBeVisible();
    }
  },
);
