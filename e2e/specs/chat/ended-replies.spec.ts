import { readMessages } from '../../fixtures/conversations.ts';
import { expect, FIRST_WORDS, test } from '../../fixtures/held-replies.ts';
import { stopReply } from '../../fixtures/started-replies.ts';
import { Thread } from '../../pages/thread.ts';

test('Continue after a stop resumes the reply where it stopped', async ({
  page,
  server,
  replies,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('Stopped');
  const thread = new Thread(page);
  await stopReply(chat, replies);
  const [, stopped] = await readMessages(server, account, conversation.id);
  await thread.action(chat.replies, 'Continue').click();
  await expect(chat.replies).toContainText(FIRST_WORDS);
  await expect(chat.replies).toHaveAttribute('aria-busy', 'true');
  replies.finish();
  await chat.expectReplied(1);
  await expect(chat.replies).not.toContainText('You stopped this reply.');
  const messages = await readMessages(server, account, conversation.id);
  expect(messages).toHaveLength(2);
  expect(messages[1]?.content.startsWith(stopped?.content ?? 'nothing')).toBe(true);
  expect(messages[1]?.content.length).toBeGreaterThan(stopped?.content.length ?? Infinity);
  await expect(chat.replies).not.toContainText('of 2');
});
