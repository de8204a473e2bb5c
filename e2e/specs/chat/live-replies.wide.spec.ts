import { openDevice } from '../../fixtures/changes-feed.ts';
import { startConversations } from '../../fixtures/conversations.ts';
import { expect, FIRST_WORDS, test } from '../../fixtures/held-replies.ts';
import { ChatPage } from '../../pages/chat-page.ts';

const QUESTION = 'Which assistants may I use?';

test('marks a conversation while its reply runs, as unread once the reply is complete, and as read once it is opened', async ({
  page,
  browser,
  signIn,
  newUser,
  server,
  replies,
}) => {
  const account = await newUser();
  const [, talk] = await startConversations(server, account, ['Elsewhere', 'Long answer']);
  await signIn(page, account);
  const here = new ChatPage(page);
  await here.open(talk);
  const { context, chat: there } = await openDevice(browser, server, account);
  await there.row('Elsewhere').click();

  replies.hold();
  await here.write(QUESTION);
  await expect(there.list.getByText('Reply in progress')).toBeVisible();
  await here.row('Elsewhere').click();
  await expect(here.row('Elsewhere')).toHaveAttribute('aria-current', 'page');
  replies.finish();

  const unread = { name: /Long answer.*Unread/ };
  await expect(there.list.getByRole('link', unread)).toBeVisible();
  await expect(there.list.getByText('Reply in progress')).toBeHidden();
  await expect(there.page).toHaveTitle(/^\(1\) Elsewhere · /);
  await expect(here.list.getByRole('link', unread)).toBeVisible();

  await there.row('Long answer').click();
  await expect(there.page).toHaveTitle(/^Long answer · /);
  await expect(here.list.getByRole('link', unread)).toBeHidden();
  await expect(here.page).toHaveTitle(/^Elsewhere · /);
  await context.close();
});

test('a reply that completes in the open conversation is not unread', async ({
  openConversation,
  page,
}) => {
  const { chat } = await openConversation('Watched');
  await chat.write(QUESTION);
  await chat.expectReplied(1);
  await expect(chat.list.getByText('Reply in progress')).toBeHidden();
  await expect(chat.row('Watched')).not.toContainText('Unread');
  await expect(page).not.toHaveTitle(/^\(/);
  await page.reload();
  await expect(chat.row('Watched')).toBeVisible();
  await expect(chat.row('Watched')).not.toContainText('Unread');
});

test('INSTANT-38 a reply that finishes while its conversation is hidden is there, from its question on, when it is shown again', async ({
  page,
  openLongConversation,
  server,
  replies,
}) => {
  const { account, chat, thread } = await openLongConversation('Long answer', 20);
  await startConversations(server, account, ['Elsewhere']);
  replies.hold();
  await chat.write(QUESTION);
  await expect(chat.replies.last()).toContainText(FIRST_WORDS);
  await chat.row('Elsewhere').click();
  await expect(page.getByText(FIRST_WORDS)).toBeHidden();
  replies.finish();
  await expect(chat.list.getByRole('link', { name: /Long answer.*Unread/ })).toBeVisible();

  await chat.row('Long answer').click();
  await expect(chat.replies.last()).toContainText(FIRST_WORDS);
  await expect(chat.replies.last()).toHaveAttribute('aria-busy', 'false');
  await expect(thread.withText(QUESTION)).toBeInViewport({ ratio: 1 });
  await expect(chat.stop).toHaveCount(0);
});
