import { expect, test } from '../../fixtures/shared-page.ts';
import { AuditTools } from '../../pages/audit-tools.ts';
import { Toasts } from '../../pages/toasts.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('places a legal hold on a user with a reason, lists it, logs it without the reason, and lifts it', async ({
  page,
}) => {
  const tools = new AuditTools(page);
  const reason = 'Enquiry of the Commission, case 12';
  await tools.open();
  await page.getByRole('button', { name: 'More about the log' }).click();
  await page.getByRole('menuitem', { name: 'Legal holds' }).click();
  const holds = page.getByRole('dialog', { name: 'Legal holds' });
  await expect(holds.getByText('Entries are kept indefinitely.')).toBeVisible();
  await holds.getByRole('button', { name: 'Place a hold' }).click();

  const form = page.getByRole('dialog', { name: 'Place a hold' });
  await form.getByRole('button', { name: 'Place hold' }).click();
  await expect(form.getByText('Please enter a reason.')).toBeVisible();
  await form.getByLabel('Applies to').selectOption('A user');
  await form.getByRole('combobox', { name: 'User' }).fill('worker');
  await form.getByRole('option', { name: /worker@secondhomie/ }).click();
  await form.getByLabel('Reason').fill(reason);
  await form.getByRole('button', { name: 'Place hold' }).click();
  await new Toasts(page).expectSuccess('Hold placed', reason);
  await expect(form).toBeHidden();

  const item = holds
    .getByRole('list', { name: 'Legal holds' })
    .getByRole('listitem')
    .filter({ hasText: reason });
  await expect(item).toContainText(
    'The user worker@secondhomie.example, with all records and entries',
  );
  await expect(item).toContainText('Placed by admin@secondhomie.example');
  await item.getByRole('button', { name: 'Lift' }).click();
  const question = page.getByRole('alertdialog', { name: 'Lift the hold?' });
  await expect(question).toContainText('The user worker@secondhomie.example');
  await question.getByRole('button', { name: 'Lift' }).click();
  await expect(question).toBeHidden();
  await expect(item).toContainText('Lifted by admin@secondhomie.example');
  await expect(item.getByRole('button', { name: 'Lift' })).toBeHidden();

  await holds.getByRole('button', { name: 'Close', exact: true }).last().click();
  await tools.search('action:audit_hold_set');
  const entry = page.getByRole('table', { name: 'Audit logs' }).getByRole('row').nth(1);
  await expect(entry).toContainText('audit hold set');
  await expect(entry).not.toContainText(reason);
});
