import { holdRequests } from '../../fixtures/hold-requests.ts';
import { changeManifest, contribute } from '../../fixtures/manifest.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AdminPage } from '../../pages/admin-page.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { Palette } from '../../pages/palette.ts';

const reports = { id: 'reports', label: 'Reports', path: '/reports', icon: 'chart' };
/** Matches files of any remote, and of the remote that contributes. */
const anyRemote = /\/remotes\//;
const ofAudit = /\/remotes\/audit\//;

test('renders links for their roles before any remote loads; hovering over one loads its remote once', async ({
  page,
  signIn,
}) => {
  const { banner } = new AppHeader(page);
  const loaded: string[] = [];
  page.on('request', (request) => ofAudit.test(request.url()) && loaded.push(request.url()));
  await contribute(page, 'audit', {
    navItems: [
      reports,
      { id: 'shifts', label: 'Shifts', path: '/shifts', roles: ['office', 'support_worker'] },
      { id: 'money', label: 'Money', path: '/money', roles: ['admin'] },
    ],
    headerActions: [{ id: 'help', label: 'Help', path: '/reports/help', description: 'Ask us' }],
  });
  const held = await holdRequests(page, anyRemote);
  await signIn(page, 'worker');
  await page.goto('/app');
  const areas = banner.getByRole('navigation', { name: 'Areas' });
  await expect(areas.getByRole('link')).toHaveText(['Reports', 'Shifts']);
  await expect(banner.getByRole('link', { name: 'Help' })).toHaveAttribute('title', 'Ask us');
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible();
  expect(loaded).toEqual([]);

  const pendingRequest = page.waitForRequest(ofAudit);
  await areas.getByRole('link', { name: 'Reports' }).hover();
  await pendingRequest;
  await areas.getByRole('link', { name: 'Shifts' }).focus();
  held.release();
  await areas.getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Logs' })).toBeVisible();
  await expect(areas.getByRole('link', { name: 'Reports' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  expect(loaded.filter((url) => url.includes('remoteEntry'))).toHaveLength(1);
});

test('routes the paths of the manifest, except those that are reserved or taken', async ({
  page,
  signIn,
}) => {
  await changeManifest(page, ({ remotes }) => {
    const areas: Record<string, (typeof reports)[]> = {
      audit: [reports, { ...reports, id: 'own', label: 'Own sign-in', path: '/auth/sign-in' }],
      chat: [
        { ...reports, id: 'weekly', label: 'Weekly', path: '/reports/weekly' },
        { ...reports, id: 'notes', label: 'Notes', path: '/notes' },
      ],
    };
    for (const [name, navItems] of Object.entries(areas)) {
      remotes[name] = { entry: '', ...remotes[name], contributions: { navItems } };
    }
  });
  await page.goto('/reports/2026');
  await expect(page).toHaveURL('/auth/sign-in');
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();

  await signIn(page, 'admin');
  await page.goto('/reports/weekly');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Logs' })).toBeVisible();
  const areas = page.getByRole('navigation', { name: 'Areas' });
  await expect(areas.getByRole('link')).toHaveText(['Reports', 'Notes']);
  await page.goto('/report');
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
});

test('lists admin sections, overview cards and palette commands of a remote that has not loaded', async ({
  page,
  signIn,
}) => {
  const [admin, palette] = [new AdminPage(page), new Palette(page)];
  const wages = { id: 'wages', label: 'Wages', path: '/admin/wages', icon: 'chart' };
  await contribute(page, 'audit', {
    navItems: [reports],
    adminSections: [wages],
    overviewCards: [{ ...wages, description: 'Who is paid what.' }],
    paletteCommands: [{ ...reports, label: 'Weekly reports' }],
  });
  await signIn(page, 'admin');
  const held = await holdRequests(page, ofAudit);
  await admin.open();
  await expect(admin.tabs.getByRole('link')).toHaveText([
    'Overview',
    'Assistants',
    'Participants',
    'Users',
    'Audit Logs',
    'Feedback',
    'Reports',
    'Wages',
    'Health',
  ]);
  await expect(admin.card('Wages').getByText('Who is paid what.')).toBeVisible();
  const pendingRequest = page.waitForRequest(ofAudit);
  await admin.card('Wages').getByRole('link', { name: 'Open wages' }).focus();
  await pendingRequest;
  held.release();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/wages');
  await expect(admin.heading('Audit Logs')).toBeVisible();

  await page.goto('/app');
  await palette.open();
  await palette.field.fill('weekly');
  await expect(palette.group('Go to').getByRole('option')).toHaveText(['Weekly reports']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/reports');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the user menu links to the areas', async ({ page, signIn }) => {
    const header = new AppHeader(page);
    await contribute(page, 'audit', { navItems: [reports] });
    await signIn(page, 'admin');
    await page.goto('/app');
    await header.openMenu();
    await expect(header.menu.getByRole('menuitem').nth(0)).toHaveText('Reports');
    await expect(header.menu.getByRole('menuitem').nth(1)).toHaveText('Admin Panel');
    await header.item('Reports').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Audit Logs' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Areas' })).toBeHidden();
  });
});
