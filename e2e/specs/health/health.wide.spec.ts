import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { AdminPage } from '../../pages/admin-page.ts';

const ADDRESS = '/admin/health';
const COUNTERS = '**/rest/v1/rpc/remote_health';

ownPage(
  'reports data that fails to load, with Retry, and shows everything else; only administrators have access',
  async ({ page, signIn }) => {
    const admin = new AdminPage(page);
    await signIn(page, 'admin');
    await page.route(COUNTERS, (route) => route.fulfill({ status: 403, json: { message: 'No' } }));
    await admin.open(ADDRESS);
    await expect(page.getByText('Load times could not be loaded.')).toBeVisible();
    const chat = page.getByRole('region', { name: 'chat' });
    await expect(chat.getByText('Everyone')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Revisions' })).toContainText('Workspace');
    await page.unroute(COUNTERS);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Load times could not be loaded.')).toBeHidden();
    // The retried request may still be running; only one request has the selected period.
    const pendingRequest = page.waitForRequest(
      (request) =>
        request.url().endsWith('/rpc/remote_health') && request.postDataJSON().days === 30,
    );
    await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 30 days');
    await pendingRequest;
    await expect(chat.getByRole('definition').first()).toHaveText(/^[\d,]+$/);

    await admin.open();
    await page.route('**/remotes.json', (route) => route.abort('connectionfailed'));
    await admin.tabs.getByRole('link', { name: 'Health' }).click();
    await expect(
      page.getByRole('heading', { name: 'The manifest could not be loaded' }),
    ).toBeVisible();
    await page.unroute('**/remotes.json');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Remotes', exact: true })).toBeVisible();

    await signIn(page, 'worker');
    await admin.open(ADDRESS);
    await expect(admin.denied).toBeVisible();
    await expect(admin.heading('Health')).toBeHidden();
  },
);

test('counts violations of the security policy for the release that caused them', async ({
  page,
  server,
  signIn,
}) => {
  const { remotes } = await (await fetch(`${server.url}/remotes.json`)).json();
  const entry = new URL(remotes.chat.entry, server.url).href;
  // Reports as a browser sends them; Chromium delays them by up to a minute.
  const report = (sourceFile: string | null) => ({ type: 'csp-violation', body: { sourceFile } });
  await fetch(`${server.url}/app`, { headers: { accept: 'text/html' } });
  const sent = await fetch(`${server.url}/csp-reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/reports+json' },
    body: JSON.stringify([report(entry), report(null)]),
  });
  expect(sent.status).toBe(204);

  await signIn(page, 'admin');
  await page.goto(ADDRESS);
  for (const name of ['Shell', 'chat'])
    await expect(
      page.getByRole('region', { name }).getByText('Blocked by the security policy'),
    ).toBeVisible();
});
