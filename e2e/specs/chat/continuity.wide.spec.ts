import { readMessages, startConversations } from '../../fixtures/conversations.ts';
import { expect, FIRST_WORDS, test } from '../../fixtures/held-replies.ts';
import { openSession } from '../../fixtures/accounts.ts';
import { startRelay } from '../../fixtures/relay.ts';
import { expectOneExchange, QUESTION, startReply } from '../../fixtures/started-replies.ts';

test('a reload right after Enter neither loses nor duplicates the message', async ({
  page,
  server,
  replies,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('In a hurry');
  replies.hold();
  await chat.write(QUESTION);
  await page.reload();
  await expect(chat.replies).toContainText(FIRST_WORDS);
  replies.finish();
  await expectOneExchange(chat, server, account, conversation.id);
  await expect(page.getByTestId('toast')).toHaveCount(0);
});

test('another conversation can be opened during a reply; the list marks the conversation that is replying', async ({
  page,
  signIn,
  newUser,
  server,
  replies,
}) => {
  const account = await newUser();
  await startConversations(server, account, ['Elsewhere']);
  await signIn(page, account);
  const { chat, conversation } = await startReply(page, server, account, replies);
  await chat.row('Elsewhere').click();
  await expect(chat.replies).toHaveCount(0);
  const mark = chat.list.getByText('Reply in progress');
  await expect(mark).toHaveCount(1);
  replies.finish();
  await expect(mark).toHaveCount(0);
  await chat.row('Long answer').click();
  await expectOneExchange(chat, server, account, conversation.id);
});

test('resumes a reply from the last event after a lost connection', async ({
  page,
  newUser,
  server,
  replies,
}) => {
  const account = await newUser();
  const relay = await startRelay();
  const relayed = relay.connect(server);
  await openSession(page, relayed, account);
  const { chat, conversation } = await startReply(page, relayed, account, replies);
  const resumed = page.waitForRequest((request) => 'last-event-id' in request.headers());
  relay.cut();
  expect(Number((await resumed).headers()['last-event-id'])).toBeGreaterThan(0);
  replies.finish();
  await expectOneExchange(chat, server, account, conversation.id);
  await relay.close();
});

test('ERR-10 SEND-09 a server crash during a reply leaves the partial text and reports the interruption', async ({
  page,
  signIn,
  newUser,
  server,
  replies,
}) => {
  const account = await newUser();
  await signIn(page, account);
  const { chat, conversation } = await startReply(page, server, account, replies);
  const notice = 'The reply was interrupted before it was complete.';
  // The toast may disappear before the server has fully restarted.
  const notified = expect(page.getByTestId('toast').filter({ hasText: notice })).toBeVisible();
  await server.restart({ kill: true });
  await notified;
  await expect(chat.replies).toContainText(FIRST_WORDS);
  await expect(chat.replies).toContainText(notice);
  await page.reload();
  await expect(chat.replies).toContainText(FIRST_WORDS);
  await expect(chat.replies).toContainText(notice);
  expect(await readMessages(server, account, conversation.id)).toMatchObject([
    { role: 'user', turn: { status: 'interrupted' } },
  ]);
  replies.finish();
  await chat.replies.getByRole('button', { name: 'Retry' }).click();
  await expect(chat.replies).not.toContainText(notice);
  await expectOneExchange(chat, server, account, conversation.id);
});

test('Stop ends the reply and retains the partial text', async ({
  page,
  signIn,
  newUser,
  server,
  replies,
}) => {
  const account = await newUser();
  await signIn(page, account);
  const { chat } = await startReply(page, server, account, replies);
  await chat.stop.click();
  await expect(chat.composer).toBeFocused();
  await expect(chat.replies).toContainText('You stopped this reply.');
  await expect(chat.replies).toContainText(FIRST_WORDS);
  await expect(chat.send).toBeVisible();
  await page.reload();
  await expect(chat.replies).toHaveCount(1);
  await expect(chat.replies).toContainText('You stopped this reply.');
});
