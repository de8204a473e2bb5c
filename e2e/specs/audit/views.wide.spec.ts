import { randomUUID } from 'node:crypto';
import { inRole } from '../../fixtures/administration.ts';
import { callRest, setRole } from '../../fixtures/records.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AuditTools } from '../../pages/audit-tools.ts';
import { Toasts } from '../../pages/toasts.ts';

test('any administrator can delete a view that a former administrator shared', async ({
  page,
  server,
  signIn,
  newUser,
}) => {
  const former = await inRole(server, await newUser(), 'admin');
  const name = `Left behind ${randomUUID().slice(0, 8)}`;
  const init = { method: 'POST', body: JSON.stringify({ name, query: {}, shared: true }) };
  await callRest(server, 'audit_views', init, former);
  await setRole(server, former.email, 'office');

  await signIn(page, await inRole(server, await newUser(), 'admin'));
  const tools = new AuditTools(page);
  await tools.open();
  await tools.chooseView(/^Views/, 'Manage your views...');
  const item = tools.dialog.getByRole('listitem').filter({ hasText: name });
  await expect(item).toContainText(`Shared by ${former.email}, who is no longer an administrator`);
  await expect(item.getByRole('button', { name: `Edit ${name}` })).toBeHidden();
  await item.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await new Toasts(page).expectSuccess('View deleted', name);
  await expect(item).toBeHidden();
});
