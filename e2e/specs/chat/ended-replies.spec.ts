import { readMessages } from '../../fixtures/conversations.ts';
import type { HeldProvider } from '../../fixtures/held-provider.ts';
import { expect, FIRST_WORDS, test } from '../../fixtures/held-replies.ts';
import type { ChatPage } from '../../pages/chat-page.ts';
import { Thread } from '../../pages/thread.ts';

/** Sends a message, and stops its reply after the first words. Later replies are held too. */
async function stopReply(chat: ChatPage, replies: HeldProvider) {
  replies.hold();
  await chat.write('Which assistants may I use?');
  await expect(chat.replies).toContainText(FIRST_WORDS);
  await chat.stop.click();
  await expect(chat.replies).toContainText('You stopped this reply.');
}

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
