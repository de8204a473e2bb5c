import { readMessages } from '../../fixtures/conversations.ts';
import { expect, test } from '../../fixtures/held-replies.ts';
import { Thread } from '../../pages/thread.ts';

test('editing a message creates a branch, and the user can switch back to the earlier version', async ({
  page,
  server,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('Edits');
  const thread = new Thread(page);
  await chat.write('Where is the kye?');
  await chat.expectReplied(1);
  await chat.write('And the lamp?');
  await chat.expectReplied(2);

  // The list unmounts rows far outside the viewport.
  await thread.wheel(-2000);
  await expect(chat.mine.first()).toContainText('Where is the kye?');
  await chat.mine.first().hover();
  await thread.action(chat.mine.first(), 'Edit').click();
  const field = page.getByRole('textbox', { name: 'Edit message' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('Where is the kye?');
  await field.fill('Where is the key?');
  await page.getByRole('button', { name: 'Save & send' }).click();
  await expect(chat.mine).toHaveCount(1);
  await expect(chat.mine).toContainText('Where is the key?');
  await chat.expectReplied(1);
  await expect(chat.mine).toContainText('2 of 2');

  await thread.action(chat.mine, 'Earlier message').click();
  await expect(chat.mine).toHaveCount(2);
  await expect(chat.mine.first()).toContainText('Where is the kye?');
  await expect(chat.mine.first()).toContainText('1 of 2');
  await expect(chat.mine.last()).toContainText('And the lamp?');
  await expect(thread.announcement).toHaveText('Message 1 of 2.');
  await expect(thread.action(chat.mine.first(), 'Earlier message')).toBeFocused();

  await page.reload();
  await expect(chat.mine).toHaveCount(2);
  await thread.action(chat.mine.first(), 'Later message').click();
  // Not by number: the list may unmount the second message when it scrolls to the first.
  await expect(chat.mine.first()).toContainText('Where is the key?');
  await expect(chat.mine).toHaveCount(1);
  const path = await readMessages(server, account, conversation.id);
  expect(path.map(({ content }) => content)).toEqual(['Where is the key?', expect.anything()]);
});

test('an edit survives a reload; Escape discards it, Enter sends it as in the composer', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Second thoughts');
  const thread = new Thread(page);
  await chat.write('First words');
  await chat.expectReplied(1);
  await thread.action(chat.mine, 'Edit').focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'Edit message' });
  await field.fill('Better words');
  await page.reload();
  await expect(field).toHaveValue('Better words');
  await field.press('Escape');
  await expect(field).toBeHidden();
  await expect(chat.mine).toContainText('First words');
  await expect(chat.mine).toBeFocused();

  await thread.action(chat.mine, 'Edit').click();
  await expect(field).toHaveValue('First words');
  await field.fill('   ');
  await expect(page.getByRole('button', { name: 'Save & send' })).toBeDisabled();
  await field.fill('Best');
  await field.press('End');
  await field.press('Shift+Enter');
  await field.pressSequentially('words');
  await field.press('Enter');
  await expect(chat.mine).toContainText('Best\nwords', { useInnerText: true });
  await expect(chat.composer).toBeFocused();
  await chat.expectReplied(1);
});

test('Regenerate adds another reply, and the user can switch between both', async ({
  page,
  server,
  replies,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('Again');
  const thread = new Thread(page);
  await chat.write('Which assistants may I use?');
  await chat.expectReplied(1);
  replies.hold();
  await thread.action(chat.replies, 'Regenerate').click();
  await expect(chat.replies).toHaveAttribute('aria-busy', 'true');
  await expect(chat.replies).toHaveCount(1);
  await expect(chat.replies).toBeFocused();
  await expect(thread.action(chat.replies, 'Copy')).toHaveCount(0);
  const edit = thread.action(chat.mine, 'Edit');
  await expect(edit).toHaveAttribute('aria-disabled', 'true');
  await expect(edit).toHaveAttribute('title', 'Wait until the reply is finished, or stop it');
  replies.finish();
  await chat.expectReplied(1);
  await expect(chat.replies).toContainText('2 of 2');
  const second = await chat.replies.getAttribute('data-message');

  await thread.action(chat.replies, 'Earlier reply').click();
  await expect(chat.replies).toContainText('1 of 2');
  await expect(chat.replies).not.toHaveAttribute('data-message', second ?? '');
  await expect(thread.action(chat.replies, 'Earlier reply')).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.reload();
  await expect(chat.replies).toContainText('1 of 2');
  await thread.action(chat.replies, 'Later reply').click();
  await expect(chat.replies).toHaveAttribute('data-message', second ?? '');
  expect(await readMessages(server, account, conversation.id)).toHaveLength(2);
});
