import { runWhenSubscribed } from '../../fixtures/changes-feed.ts';
import { startConversations } from '../../fixtures/conversations.ts';
import { expect, FIRST_WORDS, test } from '../../fixtures/held-replies.ts';
import { ChatPage } from '../../pages/chat-page.ts';

const QUESTION = 'Which assistants may I use?';

test('a second tab shows a reply that starts in the first', async ({
  page,
  context,
  signIn,
  newUser,
  server,
  replies,
}) => {
  const account = await newUser();
  const [talk] = await startConversations(server, account, ['Shared']);
  await signIn(page, account);
  const first = new ChatPage(page);
  await runWhenSubscribed(page, () => first.open(talk));
  const second = new ChatPage(await context.newPage());
  await second.open(talk);
  await expect(second.composer).toBeFocused();

  replies.hold();
  await first.write(QUESTION);
  await expect(second.mine).toHaveText(new RegExp(QUESTION.replace('?', '\\?')));
  await expect(second.replies).toContainText(FIRST_WORDS);
  await expect(second.replies).toHaveAttribute('aria-busy', 'true');
  replies.finish();
  await second.expectReplied(1);
  await first.expectReplied(1);
});
