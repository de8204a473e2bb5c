import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { inRole } from '../../fixtures/administration.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AuditTools } from '../../pages/audit-tools.ts';
import { Toasts } from '../../pages/toasts.ts';

test('saves, opens, changes and shares a view; another administrator opens it under the name of its owner', async ({
  page,
  browser,
  server,
  signIn,
  newUser,
}) => {
  const account = await inRole(server, await newUser(), 'admin');
  await signIn(page, account);
  const tools = new AuditTools(page);
  const name = `Failures ${randomUUID().slice(0, 8)}`;
  await tools.open('?actions=run_failed&size=25&page=3');
  await tools.chooseView(/^Views/, 'Save as a view...');
  await tools.saveView(name);
  await new Toasts(page).expectSuccess('View saved', name);
  await expect(page).toHaveURL(/view=[0-9a-f-]{36}/);

  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByRole('button', { name: `${name} changed` })).toBeVisible();
  await tools.chooseView(name, new RegExp(`^${name}`));
  await expect(page).toHaveURL(/\?actions=run_failed&size=25&view=/);
  await expect(tools.line).toHaveValue('action:run_failed after:14d');

  // Changes are saved on demand; saving a view under an existing name replaces that view.
  await tools.openFilters();
  await tools.chip('denied').click();
  await tools.chooseView(`${name} changed`, `Save changes to ${name}`);
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await tools.search('after:14d action:denied');
  await tools.chooseView(`${name} changed`, 'Save as a view...');
  await tools.dialog.getByLabel('Name').fill(name.toUpperCase());
  await expect(tools.dialog.getByRole('status')).toContainText(name);
  await tools.saveView(name, { shared: true });
  await expect(tools.dialog).toBeHidden();

  const other = await browser.newPage({ baseURL: server.url });
  await signIn(other, demoAccounts.admin);
  const theirs = new AuditTools(other);
  await theirs.open();
  await theirs.chooseView(/^Views/, `${name} by ${account.email}`);
  await expect(theirs.line).toHaveValue('action:denied after:14d');
  await other.close();

  await tools.chooseView(name, 'Manage your views...');
  await expect(tools.dialog.getByRole('listitem')).toHaveText([`${name}Shared`]);
  await tools.dialog.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(page.getByRole('alertdialog')).toContainText(
    'This also deletes it for other administrators.',
  );
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(tools.dialog.getByRole('listitem')).toHaveCount(0);
});
