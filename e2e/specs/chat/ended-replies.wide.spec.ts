import { readMessages } from '../../fixtures/conversations.ts';
import { expect, FIRST_WORDS, test } from '../../fixtures/held-replies.ts';
import { stopReply } from '../../fixtures/started-replies.ts';
import { Thread } from '../../pages/thread.ts';

test('an earlier reply that was stopped says so when it is shown again', async ({
  page,
  replies,
  openConversation,
}) => {
  const { chat } = await openConversation('Stopped');
  // Without the changes feed, which would report the choice.
  await chat.holdCalls(({ endpoint }) => endpoint.endsWith('/changes'));
  await page.reload();
  const thread = new Thread(page);
  await stopReply(chat, replies);
  replies.finish();
  await thread.action(chat.replies, 'Regenerate').click();
  await expect(chat.replies).toContainText('2 of 2');
  await chat.expectReplied(1);
  await thread.action(chat.replies, 'Earlier reply').click();
  await expect(chat.replies).toContainText('1 of 2');
  await expect(chat.replies).toContainText('You stopped this reply.');
});

test('Try again after an interruption does not duplicate the question', async ({
  page,
  server,
  replies,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('Cut off');
  const thread = new Thread(page);
  replies.hold();
  await chat.write('Which assistants may I use?');
  await expect(chat.replies).toContainText(FIRST_WORDS);
  await server.restart({ kill: true });
  await expect(chat.replies).toContainText('The reply was interrupted');
  replies.finish();
  await thread.action(chat.replies, 'Retry').click();
  await chat.expectReplied(1);
  await expect(chat.mine).toHaveCount(1);
  const messages = await readMessages(server, account, conversation.id);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
});
