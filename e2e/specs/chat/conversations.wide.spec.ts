import { demoAccounts } from '../../fixtures/accounts.ts';
import { callRest } from '../../fixtures/records.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { Toasts } from '../../pages/toasts.ts';

test('rejects deleting a conversation on legal hold, and shows the reason', async ({
  page,
  server,
  openConversation,
}) => {
  const { conversation, chat } = await openConversation('Roster');
  const hold = { kind: 'conversation', subject_id: conversation.id, reason: 'Enquiry 12' };
  const init = { method: 'POST', body: JSON.stringify(hold) };
  await callRest(server, 'rpc/set_audit_hold', init, demoAccounts.admin);
  await chat.chooseAction('Roster', 'Delete');
  await chat.button('Delete').click();
  await new Toasts(page).expectError(
    'Conversation not deleted',
    'This is on legal hold and cannot be deleted: Enquiry 12',
  );
  await expect(chat.row('Roster')).toBeVisible();
});

test('the header of the open conversation offers its actions too', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('At hand');
  const actions = page.getByRole('button', { name: 'Conversation actions' });
  const main = page.getByRole('main');
  await actions.click();
  await page.getByRole('menuitem', { name: 'Pin' }).click();
  await expect(main.getByTitle('Pinned')).toBeVisible();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(main.getByTitle('Archived')).toBeVisible();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(chat.title).toHaveValue('At hand');
});
