import type { BrowserContext, Page } from '@playwright/test';
import { openSession } from '../../fixtures/accounts.ts';
import { isChanges, openDevice, runWhenSubscribed } from '../../fixtures/changes-feed.ts';
import { changeConversation, startConversations } from '../../fixtures/conversations.ts';
import { expect, test } from '../../fixtures/held-replies.ts';
import { ChatPage } from '../../pages/chat-page.ts';

/** Records the connections for changes that the pages of a browser open from now on. */
function watchConnections(context: BrowserContext): { opened: Page[] } {
  const opened: Page[] = [];
  context.on('request', (request) => {
    if (isChanges(request.postData())) opened.push(request.frame().page());
  });
  return { opened };
}

test('one tab subscribes to changes for all tabs, and another takes over when it closes, misses none, and subscribes again after a server restart', async ({
  page,
  context,
  signIn,
  newUser,
  server,
}) => {
  const account = await newUser();
  const [talk] = await startConversations(server, account, ['First name']);
  if (!talk) throw new Error('No conversation');
  const connections = watchConnections(context);
  await signIn(page, account);
  await runWhenSubscribed(page, () => new ChatPage(page).open());
  const second = new ChatPage(await context.newPage());
  await second.open();
  await expect(second.row('First name')).toBeVisible();

  await changeConversation(server, account, talk.id, { title: 'Second name' });
  await expect(second.row('Second name')).toBeVisible();
  await expect(new ChatPage(page).row('Second name')).toBeVisible();
  expect(connections.opened).toEqual([page]);

  await runWhenSubscribed(second.page, () => page.close());
  await changeConversation(server, account, talk.id, { title: 'Third name' });
  await expect(second.row('Third name')).toBeVisible();
  expect(connections.opened).toEqual([page, second.page]);

  const third = new ChatPage(await context.newPage());
  await third.open();
  await expect(third.row('Third name')).toBeVisible();
  await Promise.all([
    second.page.close(),
    changeConversation(server, account, talk.id, { title: 'Fourth name' }),
  ]);
  await expect(third.row('Fourth name')).toBeVisible();

  await server.restart();
  await changeConversation(server, account, talk.id, { title: 'Fifth name' });
  await expect(third.row('Fifth name')).toBeVisible();
});

test('an open conversation reflects a rename or deletion on another device', async ({
  page,
  browser,
  signIn,
  newUser,
  server,
}) => {
  const account = await newUser();
  const [talk] = await startConversations(server, account, ['Open here']);
  if (!talk) throw new Error('No conversation');
  await signIn(page, account);
  const here = new ChatPage(page);
  await runWhenSubscribed(page, () => here.open(talk));
  const { context, chat: there } = await openDevice(browser, server, account);

  await changeConversation(server, account, talk.id, { title: 'Another name' });
  await expect(page).toHaveTitle(/^Another name · /);
  await expect(page.getByRole('main').getByText('Another name').last()).toBeVisible();

  await there.chooseAction('Another name', 'Delete');
  await there.button('Delete').click();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await expect(page.getByTestId('toast')).toHaveText(/Conversation deleted/);
  await expect(page).toHaveURL('/app');
  await expect(there.page.getByTestId('toast')).toHaveText(/Conversation deleted successfully/);
  await context.close();
});

test('a change between the first load and the connection to the changes feed is shown', async ({
  browser,
  server,
  newUser,
}) => {
  const account = await newUser();
  const [talk] = await startConversations(server, account, ['Before']);
  if (!talk) throw new Error('No conversation');
  const context = await browser.newContext({ baseURL: server.url });
  const first = await context.newPage();
  await openSession(first, server, account);
  const chat = new ChatPage(first);
  const held = await chat.holdCalls(({ endpoint }) => endpoint.endsWith('/changes'));
  await chat.open(talk);
  await expect(chat.row('Before')).toBeVisible();
  await changeConversation(server, account, talk.id, { title: 'After' });
  held.release();
  await expect(chat.row('After')).toBeVisible();
  await expect(first).toHaveTitle(/^After · /);
  await context.close();
});
