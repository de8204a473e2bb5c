import { expect, test } from '../../fixtures/shared-page.ts';
import { isChange } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';
import { resize } from '../../fixtures/resize.ts';

test('rolls back a pin that fails, and reports the failure', async ({ page, openChat }) => {
  const { chat } = await openChat(['Old', 'New']);
  const held = await chat.holdCalls(isChange('PUT'));
  await chat.chooseAction('Old', 'Pin');
  await expect(chat.entries).toHaveText(['Pinned', 'Old', 'Today', 'New']);
  held.fail();
  await new Toasts(page).expectError('Error', 'Failed to update conversation');
  await expect(chat.entries).toHaveText(['Today', 'New', 'Old']);
});

test('Archive offers Undo; archived conversations are listed separately, open, and can be restored', async ({
  page,
  openChat,
}) => {
  const { chat } = await openChat(['Keep', 'Put away']);
  await chat.chooseAction('Put away', 'Archive');
  await expect(chat.entries).toHaveText(['Today', 'Keep']);
  await expect(chat.row('Keep')).toBeFocused();
  const toast = new Toasts(page).withText('Conversation archived', 'Put away');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(chat.entries).toHaveText(['Today', 'Put away', 'Keep']);

  await chat.chooseAction('Put away', 'Archive');
  await expect(chat.entries).toHaveText(['Today', 'Keep']);
  await chat.sidebar.getByRole('button', { name: 'Archived' }).click();
  await expect(chat.sidebar.getByRole('button', { name: 'Back to conversations' })).toBeFocused();
  await chat.archived.getByRole('link', { name: 'Put away' }).click();
  await expect(page).toHaveTitle(/^Put away · /);
  await expect(chat.composer).toBeVisible();
  await chat.chooseAction('Put away', 'Unarchive', chat.archived);
  await expect(chat.sidebar.getByText('No archived conversations')).toBeVisible();
  await chat.sidebar.getByRole('button', { name: 'Back to conversations' }).click();
  await expect(chat.row('Put away')).toHaveAttribute('aria-current', 'page');
});

test('a conversation can be marked as unread, and is marked as read when it is opened', async ({
  page,
  openChat,
}) => {
  const { chat } = await openChat(['For later', 'Now']);
  await chat.row('Now').click();
  await chat.chooseAction('For later', 'Mark as unread');
  await expect(chat.row('For later')).toContainText('Unread');
  await expect(page).toHaveTitle(/^\(1\) Now · /);
  await page.reload();
  await expect(chat.row('For later')).toContainText('Unread');
  // The open conversation is read, and cannot be marked as unread.
  await chat.list.getByRole('button', { name: 'Actions for Now' }).click();
  await expect(page.getByRole('menuitem', { name: 'Mark as unread' })).toBeHidden();
  await page.keyboard.press('Escape');
  await chat.row('For later').click();
  await expect(chat.row('For later')).not.toContainText('Unread');
  await expect(page).toHaveTitle(/^For later · /);
  await page.reload();
  await expect(chat.row('For later')).toBeVisible();
  await expect(chat.row('For later')).not.toContainText('Unread');
});

test('reports a failed export', async ({ page, openConversation }) => {
  const { chat } = await openConversation('Stuck');
  await chat.cutCalls(({ endpoint }) => endpoint.includes('/export'));
  await chat.chooseAction('Stuck', 'Export as Markdown');
  const text = 'The conversation could not be exported. Please try again.';
  await new Toasts(page).expectError('Export Failed', text);
});

test('does not send a blank title, so that the first message provides one', async ({
  page,
  openChat,
}) => {
  const { chat } = await openChat([]);
  const calls = chat.watchCalls();
  await chat.newChat.click();
  await chat.assistant('Shift notes').check();
  await chat.button('Create Chat').click();
  await expect(chat.row('New conversation')).toBeVisible();
  expect(calls.find(isChange('POST'))?.body).not.toHaveProperty('title');
  await chat.write('Please write a handover for tomorrow');
  await expect(chat.row('Please write a handover for tomorrow')).toBeVisible();
  await expect(page).toHaveTitle(/^Please write a handover for tomorrow · /);
});

test('on a phone, rows have their menu and the archive is reachable', async ({
  page,
  openChat,
}) => {
  await resize(page, { width: 390, height: 844 });
  const { chat } = await openChat(['Keep', 'Put away']);
  await page.getByRole('button', { name: 'Show conversations' }).click();
  await chat.chooseAction('Put away', 'Archive');
  await expect(chat.entries).toHaveText(['Today', 'Keep']);
  await chat.dialog.getByRole('button', { name: 'Archived', exact: true }).click();
  await chat.archived.getByRole('link', { name: 'Put away' }).click();
  await expect(chat.dialog).toBeHidden();
  await expect(page).toHaveTitle(/^Put away · /);
});
