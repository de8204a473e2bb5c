import type { BrowserContext, Page } from '@playwright/test';
import { readMessages } from '../../fixtures/conversations.ts';
import { textFile } from '../../fixtures/files.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AttachedFiles } from '../../pages/attached-files.ts';
import { ChatPage, isSend, type Call } from '../../pages/chat-page.ts';

const waiting = (page: Page) => page.getByText('Waiting to send');

/** Counts the send requests of all tabs. */
function countSends(context: BrowserContext): () => number {
  let sends = 0;
  context.on('request', (request) => {
    const call: Call | null = request.url().endsWith('/conversations')
      ? request.postDataJSON()
      : null;
    if (call && isSend(call)) sends += 1;
  });
  return () => sends;
}

test('shows one offline notice; a queued message is sent automatically once online, and is delivered once', async ({
  page,
  context,
  server,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('Under way');
  const files = new AttachedFiles(page);
  await files.choose(textFile('lease.txt'));
  await files.expectAttached('lease.txt');
  const sends = countSends(context);
  await context.setOffline(true);
  const note = page
    .getByRole('status')
    .filter({ hasText: "You're offline. Messages will send when you're back." });
  await expect(note).toHaveCount(1);
  await chat.write('Are you there?');
  await expect(waiting(page)).toBeVisible();
  await expect(chat.mine).toContainText('lease.txt');
  await expect(chat.typing).toBeHidden();
  await expect(chat.composer).toHaveValue('');
  await expect(page.getByTestId('toast').filter({ hasText: 'Network Error' })).toHaveCount(0);
  expect(sends()).toBe(0);

  await context.setOffline(false);
  await expect(note).toHaveCount(0);
  await chat.expectReplied(1);
  await expect(chat.mine).toHaveCount(1);
  expect(sends()).toBe(1);
  const messages = await readMessages(server, account, conversation.id);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
});

test('only one of two tabs sends a queued message, and both show it', async ({
  page,
  context,
  server,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('Two tabs');
  const secondPage = await context.newPage();
  const second = new ChatPage(secondPage);
  await second.open(conversation);
  const sends = countSends(context);
  await context.setOffline(true);
  await chat.write('Once only');
  await expect(waiting(page)).toBeVisible();
  await expect(waiting(secondPage)).toBeVisible();
  await context.setOffline(false);
  await chat.expectReplied(1);
  await second.expectReplied(1);
  await expect(second.mine).toHaveCount(1);
  expect(sends()).toBe(1);
  expect(await readMessages(server, account, conversation.id)).toHaveLength(2);
});
