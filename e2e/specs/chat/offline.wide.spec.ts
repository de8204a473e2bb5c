import type { Page } from '@playwright/test';
import { readMessages } from '../../fixtures/conversations.ts';
import { saveData } from '../../fixtures/save-data.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AuditPage } from '../../pages/audit-page.ts';
import { ChatPage, isSend, type Call } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

const waiting = (page: Page) => page.getByText('Waiting to send');

test('sends queued messages in order, each after the reply to the previous one, even after the page was closed', async ({
  page,
  context,
  server,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('In a row');
  await context.setOffline(true);
  for (const words of ['First', 'Second', 'Third']) await chat.write(words);
  await expect(waiting(page)).toHaveCount(3);
  await page.close();
  await context.setOffline(false);
  const later = new ChatPage(await context.newPage());
  await later.open(conversation);
  await later.expectReplied(3);
  const messages = await readMessages(server, account, conversation.id);
  const mine = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  expect(messages).toHaveLength(6);
  expect(mine).toEqual(['First', 'Second', 'Third']);
});

test('a message is queued again if a reply from another tab is running, and is sent after it', async ({
  page,
  context,
  server,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('In the way');
  const refused = { ok: false, error: 'A reply is still being written.', code: 'turn_running' };
  let refusals = 0;
  await context.setOffline(true);
  await chat.write('After you');
  await expect(waiting(page)).toBeVisible();
  await page.route('**/functions/v1/conversations', async (route) => {
    if (!isSend(route.request().postDataJSON()) || refusals > 0) return route.fallback();
    refusals += 1;
    await route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify(refused),
    });
  });
  await context.setOffline(false);
  await expect(chat.mine).toContainText('Waiting to send');
  await expect(page.getByTestId('toast')).toHaveCount(0);
  await chat.expectReplied(1);
  expect(refusals).toBe(1);
  expect(await readMessages(server, account, conversation.id)).toHaveLength(2);
});

test('refreshes an expired session silently, and delivers the message', async ({
  page,
  server,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('Renewed');
  const refused = { ok: false, error: 'Not authenticated', code: 'not_authenticated' };
  let refusals = 0;
  await page.route('**/functions/v1/conversations', async (route) => {
    if (!isSend(route.request().postDataJSON()) || refusals > 0) return route.fallback();
    refusals += 1;
    await route.fulfill({
      status: 401,
      contentType: 'application/json',
      body: JSON.stringify(refused),
    });
  });
  await chat.write('Still me');
  await chat.expectReplied(1);
  expect(refusals).toBe(1);
  await expect(new Toasts(page).withText('Error', '')).toHaveCount(0);
  expect(await readMessages(server, account, conversation.id)).toHaveLength(2);
});

test('shows a queued message even if earlier messages failed to load', async ({
  page,
  context,
  openConversation,
}) => {
  const { chat, conversation } = await openConversation('Not loaded');
  await page.route('**/functions/v1/conversations', (route) => {
    const { endpoint, method }: Call = route.request().postDataJSON();
    return method === 'GET' && endpoint.includes('/messages') ? route.abort() : route.fallback();
  });
  await chat.open(conversation);
  await expect(page.getByRole('heading', { name: 'Messages could not be loaded' })).toBeVisible();
  await context.setOffline(true);
  await chat.write('Still there');
  await expect(chat.mine).toContainText('Still there');
  await expect(waiting(page)).toBeInViewport();
  await context.setOffline(false);
  await page.unrouteAll({ behavior: 'wait' });
  await chat.expectReplied(1);
  await expect(chat.mine).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Messages could not be loaded' })).toHaveCount(0);
});

test('reloads failed data automatically when the server is back', async ({
  page,
  context,
  server,
  signIn,
}) => {
  // Otherwise the conversation that fails to load would be there before it is opened.
  await saveData(page);
  await signIn(page, 'admin');
  const chat = new ChatPage(page);
  await chat.open();
  await chat.list.getByRole('link').first().click();
  await expect(chat.composer).toBeVisible();
  const unopened = chat.list.getByRole('link').last();
  const auditPage = await context.newPage();
  const audit = new AuditPage(auditPage);
  await audit.open();
  await expect(audit.rows.first()).toBeVisible();

  const failedMessages = page.getByRole('heading', { name: 'Messages could not be loaded' });
  const failedList = chat.sidebar.getByRole('heading', {
    name: 'Conversations could not be loaded',
  });
  const failedTable = auditPage.getByRole('main').getByText('Failed to load audit logs');
  await server.restart({
    kill: true,
    async whileDown() {
      await unopened.click();
      await chat.sidebar.getByRole('button', { name: 'Archived' }).click();
      await audit.table.getByRole('button', { name: 'Time' }).click();
      for (const failed of [failedMessages, failedList, failedTable])
        await expect(failed).toBeVisible();
    },
  });
  await expect(chat.mine.first()).toBeVisible();
  await expect(chat.sidebar.getByText('No archived conversations')).toBeVisible();
  await expect(audit.rows.first()).toBeVisible();
  for (const failed of [failedMessages, failedList, failedTable])
    await expect(failed).toHaveCount(0);
});

test('queues messages while the server is down, and sends each once when the server is back', async ({
  page,
  server,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('Server down');
  await server.restart({
    kill: true,
    async whileDown() {
      await chat.composer.fill('Is anyone there?');
      await chat.send.click();
      await expect(waiting(page)).toBeVisible();
      await expect(
        page.getByText("The server can't be reached. Messages will send when it's back."),
      ).toBeVisible();
      await chat.write('Still waiting');
      await expect(waiting(page)).toHaveCount(2);
      await expect(chat.mine.getByText('Not sent')).toHaveCount(0);
    },
  });
  await chat.expectReplied(2);
  await expect(waiting(page)).toHaveCount(0);
  const messages = await readMessages(server, account, conversation.id);
  const mine = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  expect(mine).toEqual(['Is anyone there?', 'Still waiting']);
  expect(messages).toHaveLength(4);
});
