import { readMessages } from '../../fixtures/conversations.ts';
import { expect, FIRST_WORDS, test } from '../../fixtures/held-replies.ts';
import { resize } from '../../fixtures/resize.ts';
import { expectOneExchange, QUESTION, startReply } from '../../fixtures/started-replies.ts';
import { ChatPage } from '../../pages/chat-page.ts';

test('a reload during a reply shows the partial text and resumes the stream', async ({
  page,
  signIn,
  newUser,
  server,
  replies,
}) => {
  const account = await newUser();
  await signIn(page, account);
  const { chat, conversation } = await startReply(page, server, account, replies);
  await page.reload();
  await expect(chat.replies).toContainText(FIRST_WORDS);
  await expect(chat.replies).toHaveAttribute('aria-busy', 'true');
  replies.finish();
  await expectOneExchange(chat, server, account, conversation.id);
});

test('a second tab shows a reply while it streams', async ({
  page,
  context,
  signIn,
  newUser,
  server,
  replies,
}) => {
  const account = await newUser();
  await signIn(page, account);
  const { chat, conversation } = await startReply(page, server, account, replies);
  const second = new ChatPage(await context.newPage());
  await second.open(conversation);
  await expect(second.replies).toContainText(FIRST_WORDS);
  await expect(second.replies).toHaveAttribute('aria-busy', 'true');
  replies.finish();
  await expectOneExchange(second, server, account, conversation.id);
  await expectOneExchange(chat, server, account, conversation.id);
});

test('a page that is reopened shows a reply that finished while it was closed', async ({
  page,
  context,
  signIn,
  newUser,
  server,
  replies,
}) => {
  const account = await newUser();
  await signIn(page, account);
  const { conversation } = await startReply(page, server, account, replies);
  await page.close();
  replies.finish();
  await expect
    .poll(async () => (await readMessages(server, account, conversation.id)).length)
    .toBe(2);
  const later = new ChatPage(await context.newPage());
  await later.open(conversation);
  await expectOneExchange(later, server, account, conversation.id);
});

test('READ-02 shows a reply from its question on, and does not scroll a reader who left it', async ({
  page,
  signIn,
  newUser,
  server,
  replies,
}) => {
  await resize(page, { width: 900, height: 420 });
  const account = await newUser();
  await signIn(page, account);
  const { chat } = await startReply(page, server, account, replies);
  const jump = page.getByRole('button', { name: 'Jump to latest' });
  await expect(jump).toBeHidden();
  replies.finish();
  await chat.expectReplied(1);
  await expect(chat.mine).toBeInViewport();
  replies.hold();
  await chat.write(QUESTION);
  await expect(chat.replies).toHaveCount(2);
  await expect(chat.replies.last()).toContainText(FIRST_WORDS);
  await chat.replies.last().hover();
  await page.mouse.wheel(0, -2000);
  await expect(jump).toBeVisible();
  await expect(chat.mine.first()).toBeInViewport();
  replies.finish();
  await chat.expectReplied(2);
  await expect(chat.mine.first()).toBeInViewport();
  await jump.click();
  await expect(chat.replies.last().locator('time')).toBeInViewport();
  await expect(jump).toBeHidden();
});
