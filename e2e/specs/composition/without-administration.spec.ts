import { expect, test } from '../../fixtures/test.ts';
import { RemoteArea } from '../../pages/remote-area.ts';

const ADMINISTRATION = '**/remotes/admin/**';
const FAILURE = 'The administration could not be loaded';

test('the health page and the audit log stay open to administrators if the administration fails to load', async ({
  page,
  signIn,
}) => {
  const area = new RemoteArea(page);
  await signIn(page, 'admin');
  await page.route(ADMINISTRATION, (route) => route.abort('connectionrefused'));
  await page.goto('/admin');
  await expect(area.panel(FAILURE)).toBeVisible();
  await area.main.getByRole('link', { name: 'Health' }).click();
  await expect(area.main.getByRole('heading', { level: 1 })).toContainText('Health');
  await expect(area.main.getByText(`${FAILURE}. Health still works.`)).toBeVisible();
  await area.main.getByRole('link', { name: 'Audit Logs' }).click();
  await expect(page).toHaveURL(/\/admin\/audit/);
  await expect(area.main.getByRole('heading', { level: 1 })).toContainText('Audit');

  await page.unroute(ADMINISTRATION);
  await area.retry.click();
  await expect(page.getByRole('link', { name: 'Back to App' })).toBeVisible();
});

test('offers a worker no section of the administration if it fails to load', async ({
  page,
  signIn,
}) => {
  const area = new RemoteArea(page);
  await signIn(page, 'worker');
  await page.route(ADMINISTRATION, (route) => route.abort('connectionrefused'));
  await page.goto('/admin/audit');
  await expect(area.panel(FAILURE)).toBeVisible();
  await expect(area.main.getByRole('link')).toHaveCount(0);
});
