import { expect, test } from '../../fixtures/held-replies.ts';
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
