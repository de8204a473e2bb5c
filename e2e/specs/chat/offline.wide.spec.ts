import type { Page } from '@playwright/test';
import { readMessages } from '../../fixtures/conversations.ts';
import { saveData } from '../../fixtures/save-data.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AuditPage } from '../../pages/audit-page.ts';
import { ChatPage, isSend, type Call } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

const waiting = (page: Page) => page.getByText('Waiting to send');

/** Refuses the next message. Returns the number of refused messages. */
async function refuseSend(page: Page, status: number, code: string, error: string) {
  let refusals = 0;
  await page.route('**/functions/v1/conversations', async (route) => {
    if (!isSend(route.request().postDataJSON()) || refusals > 0) return route.fallback();
    refusals += 1;
    await route.fulfill({ status, json: { ok: false, error, code } });
  });
  return () => refusals;
}

test('a queued message is shown even if earlier messages failed to load, and one that is refused while another tab replies, or for an expired session, is delivered once', async ({
  page,
  context,
  server,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('Not loaded');
  const toasts = new Toasts(page);

  await test.step('earlier messages failed to load', async () => {
    await page.route('**/functions/v1/conversations', (route) => {
      const { endpoint, method }: Call = route.request().postDataJSON();
      return method === 'GET' && endpoint.includes('/messages') ? route.abort() : route.fallback();
    });
    await chat.open(conversation);
    const failed = page.getByRole('heading', { name: 'Messages could not be loaded' });
    await expect(failed).toBeVisible();
    await context.setOffline(true);
    await chat.write('Still there');
    await expect(chat.mine).toContainText('Still there');
    await expect(waiting(page)).toBeInViewport();
    await context.setOffline(false);
    await page.unrouteAll({ behavior: 'wait' });
    await chat.expectReplied(1);
    await expect(chat.mine).toHaveCount(1);
    await expect(failed).toHaveCount(0);
  });

  await test.step('a reply from another tab is running', async () => {
    await context.setOffline(true);
    await chat.write('After you');
    await expect(waiting(page)).toBeVisible();
    const message = 'A reply is still being written.';
    const countRefusals = await refuseSend(page, 409, 'turn_running', message);
    await context.setOffline(false);
    await expect.poll(countRefusals).toBe(1);
    await expect(toasts.withText('Error', '')).toHaveCount(0);
    await chat.expectReplied(2);
    expect(await readMessages(server, account, conversation.id)).toHaveLength(4);
  });

  await test.step('the session has expired', async () => {
    const countRefusals = await refuseSend(page, 401, 'not_authenticated', 'Not authenticated');
    await chat.write('Still me');
    await chat.expectReplied(3);
    expect(countRefusals()).toBe(1);
    await expect(toasts.withText('Error', '')).toHaveCount(0);
    expect(await readMessages(server, account, conversation.id)).toHaveLength(6);
  });
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

test('queues messages while the server is down or the page is closed, and sends each once, in order, each after the reply to the previous one', async ({
  page,
  context,
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

  await context.setOffline(true);
  for (const words of ['Third', 'Fourth']) await chat.write(words);
  await expect(waiting(page)).toHaveCount(2);
  await page.close();
  await context.setOffline(false);
  const later = new ChatPage(await context.newPage());
  await later.open(conversation);
  await expect(later.mine.last()).toContainText('Fourth');
  await expect(waiting(later.page)).toHaveCount(0);
  const read = async () => {
    const messages = await readMessages(server, account, conversation.id);
    return messages.map(({ role, content }) => (role === 'user' ? content : role));
  };
  const mine = ['Is anyone there?', 'Still waiting', 'Third', 'Fourth'];
  await expect.poll(read).toEqual(mine.flatMap((words) => [words, 'assistant']));
});
