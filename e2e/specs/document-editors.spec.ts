import { expectAccessible } from '../fixtures/accessible.ts';
import { demoAccounts } from '../fixtures/accounts.ts';
import { expect, test } from '../fixtures/shared-page.ts';
import { AdminPage } from '../pages/admin-page.ts';
import { AssistantsPage } from '../pages/assistants-page.ts';
import { ChatPage } from '../pages/chat-page.ts';

test('DOCS-18 DOCS-19 an administrator grants the right to edit, and the user manages the documents of that assistant only', async ({
  page,
  browser,
  signIn,
}) => {
  const { email } = demoAccounts.worker;
  await signIn(page, 'admin');
  const screen = new AssistantsPage(page);
  await screen.open('?q=Maya');
  await screen.choose('Maya - home and routines', 'Manage Access');
  const right = screen.dialog.getByRole('switch', { name: `Can edit documents as ${email}` });
  await right.press('Space');
  await expect(right).toBeChecked();
  await expect(page.getByText('Right to edit documents granted successfully')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');

  const editor = await browser.newPage();
  await signIn(editor, 'worker');
  const chat = new ChatPage(editor);
  await chat.open();
  await editor.getByRole('button', { name: /Account of/ }).click();
  await editor.getByRole('menuitem', { name: 'Manage documents' }).click();
  const admin = new AdminPage(editor);
  await expect(admin.heading('Documents')).toBeVisible();
  await expect(admin.tabs.getByRole('link')).toHaveText(['Documents']);
  const holders = editor.getByRole('combobox', { name: 'Assistant' });
  await expect(holders.getByRole('option')).toHaveText([
    'Maya - home and routines',
    'Maya - home and routines: participant',
  ]);
  await editor.getByRole('button', { name: 'Add note' }).click();
  await editor.getByRole('textbox', { name: 'Title' }).fill('Shift rules');
  await editor.getByRole('textbox', { name: 'Text' }).fill('Write a report after each shift.');
  await editor.getByRole('button', { name: 'Add', exact: true }).click();
  const documents = editor.getByRole('list', { name: 'Documents' });
  const rules = documents.getByRole('listitem').filter({ hasText: 'Shift rules' });
  await expect(rules).toContainText('1 passage');
  await expectAccessible(editor, 'main');

  await editor.getByRole('button', { name: 'Actions for Shift rules' }).click();
  await editor.getByRole('menuitem', { name: 'Edit details' }).click();
  await expect(editor.getByRole('combobox', { name: 'Owner' })).toBeHidden();
  await editor.getByRole('textbox', { name: 'Title' }).fill('Rules of the shift');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(documents.getByText('Rules of the shift')).toBeVisible();

  for (const path of ['/admin/audit', '/admin/users', '/admin/assistants']) {
    await admin.open(path);
    await expect(admin.denied).toBeVisible();
  }
  await admin.open('/admin');
  await expect(admin.heading('Documents')).toBeVisible();

  await right.press('Space');
  await expect(right).not.toBeChecked();
  await admin.open('/admin/documents');
  await expect(admin.denied).toBeVisible();
  await editor.close();
});

test('DOCS-19 the account menu offers no documents to users without the right to edit', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'office');
  await new ChatPage(page).open();
  const answer = page.waitForResponse('**/rest/v1/rpc/can_edit_documents');
  await page.getByRole('button', { name: /Account of/ }).click();
  expect(await (await answer).json()).toBe(false);
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Manage documents' })).toBeHidden();
});
