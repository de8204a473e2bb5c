import { demoAccounts } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AuditPage } from '../../pages/audit-page.ts';
import { AuditTools } from '../../pages/audit-tools.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('the search line and the panel show the same state, which the URL stores', async ({
  page,
}) => {
  const tools = new AuditTools(page);
  await tools.open();
  await expect(tools.line).toHaveValue('after:14d');
  await tools.openFilters();
  await tools.chip('login').click();
  await expect(tools.line).toHaveValue('action:login after:14d');

  // By keyboard alone: a field, then a name from the suggestions, then the search.
  await tools.line.fill('action:login -us');
  await expect(page.getByRole('option')).toHaveText([/^-user:/]);
  await tools.line.press('ArrowDown');
  await tools.line.press('Enter');
  await expect(tools.line).toHaveValue('action:login -user:');
  await tools.line.pressSequentially('office@second');
  await expect(page.getByRole('option')).toHaveText([demoAccounts.office.email]);
  await tools.line.press('ArrowDown');
  await tools.line.press('Enter');
  await expect(tools.line).toHaveValue(`action:login -user:${demoAccounts.office.email} `);
  await tools.line.press('Enter');
  await expect(page).toHaveURL(/\?dates=all&actions=login&-user=[0-9a-f-]{36}$/);
  await expect(tools.line).toHaveValue(`action:login -user:${demoAccounts.office.email}`);
  await expect(tools.chip('login')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();

  // The URL holds the whole state: after a reload, names are resolved again.
  await page.reload();
  await expect(tools.line).toHaveValue(`action:login -user:${demoAccounts.office.email}`);
  await tools.search('after:2026-11-01 before:2026-11-16 "run failed"');
  await expect(page).toHaveURL('/admin/audit?from=2026-11-01&to=2026-11-15&q=run+failed');
  await page.goBack();
  await expect(tools.line).toHaveValue(`action:login -user:${demoAccounts.office.email}`);
  await page
    .getByRole('group', { name: 'Active filters' })
    .getByRole('button', { name: `not user: ${demoAccounts.office.email}` })
    .click();
  await expect(tools.line).toHaveValue('action:login');
  await expect(page).toHaveURL('/admin/audit?dates=all&actions=login');
});

test('reports and ignores invalid parameters in the URL', async ({ page }) => {
  const audit = new AuditPage(page);
  await audit.open('?dates=all&page=0&user=ann&actions=login');
  await expect(
    page.getByText('Part of this address was ignored: Invalid user ID, page must be at least 1.'),
  ).toBeVisible();
  await expect(audit.rows).toHaveCount(50);
  await audit.openFilters();
  await expect(audit.chip('login')).toHaveAttribute('aria-pressed', 'true');
});
