import type { Page } from '@playwright/test';
import { startConversations } from '../../fixtures/conversations.ts';
import { saveData } from '../../fixtures/save-data.ts';
import { expect, test } from '../../fixtures/test.ts';
import { ChatPage } from '../../pages/chat-page.ts';

const titles = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh'];

/** Collects the ids of the conversations whose messages the page requests. */
function watchMessages(page: Page): string[] {
  const ids: string[] = [];
  page.on('request', (request) => {
    const [, id] =
      /\/conversations\/([\da-f-]{36})\/messages\?/.exec(request.postData() ?? '') ?? [];
    if (id) ids.push(id);
  });
  return ids;
}

test('INSTANT-02 the five latest conversations are there before the list of a phone is opened, and open without a connection', async ({
  page,
  server,
  newUser,
  signIn,
}) => {
  const account = await newUser();
  const conversations = await startConversations(server, account, titles);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, account);
  const requested = watchMessages(page);
  const chat = new ChatPage(page);
  await chat.open();
  const ids = conversations.map(({ id }) => id).toReversed();
  await expect.poll(() => requested).toEqual(ids.slice(0, 5));

  await page.route('**/functions/v1/conversations', (route) => route.abort('connectionfailed'));
  await page.getByRole('button', { name: 'Show conversations' }).click();
  await chat.row('Seventh').click();
  await expect(page.getByRole('heading', { name: 'Start the conversation' })).toBeVisible();
});

test('INSTANT-02 a conversation is requested when the pointer rests on it, or it has the focus; no other one if the browser saves data', async ({
  page,
  server,
  newUser,
  signIn,
}) => {
  const account = await newUser();
  const [first, second, third] = await startConversations(server, account, titles);
  await saveData(page);
  await signIn(page, account);
  const requested = watchMessages(page);
  const chat = new ChatPage(page);
  await chat.open();
  const code = page.waitForRequest(/\/open-conversation-[^/]+\.js$/);
  await chat.row('First').hover();
  await code;
  await expect.poll(() => requested).toEqual([first?.id]);
  await chat.row('Second').focus();
  await expect.poll(() => requested).toEqual([first?.id, second?.id]);
  await chat.row('Third').dispatchEvent('pointerdown', { pointerType: 'touch' });
  await expect.poll(() => requested).toEqual([first?.id, second?.id, third?.id]);
  await chat.row('First').hover();
  await chat.row('Fourth').hover();
  await expect.poll(() => requested.length).toBe(4);
});
