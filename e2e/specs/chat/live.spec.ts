import { openDevice, runWhenSubscribed, waitForStart } from '../../fixtures/changes-feed.ts';
import { startConversations } from '../../fixtures/conversations.ts';
import { expect, test } from '../../fixtures/held-replies.ts';
import { ChatPage, isList } from '../../pages/chat-page.ts';

test('changes on one device appear on another without a reload', async ({
  page,
  browser,
  signIn,
  newUser,
  server,
}) => {
  const account = await newUser();
  await startConversations(server, account, ['Bus times', 'Laundry']);
  await signIn(page, account);
  const here = new ChatPage(page);
  await runWhenSubscribed(page, () => here.open());
  const { context, chat: there } = await openDevice(browser, server, account);
  await expect(there.entries).toHaveText(['Today', 'Laundry', 'Bus times']);
  const calls = there.watchCalls();

  await here.newChat.click();
  await here.title.fill('Handover');
  await here.assistant('Shift notes').check();
  await here.button('Create Chat').click();
  await expect(there.entries).toHaveText(['Today', 'Handover', 'Laundry', 'Bus times']);

  await here.chooseAction('Laundry', 'Rename');
  await here.title.fill('Washing');
  await here.button('Save').click();
  await expect(there.entries).toHaveText(['Today', 'Handover', 'Washing', 'Bus times']);

  await here.chooseAction('Bus times', 'Pin');
  await expect(there.entries).toHaveText(['Pinned', 'Bus times', 'Today', 'Handover', 'Washing']);

  await here.chooseAction('Washing', 'Archive');
  await expect(there.entries).toHaveText(['Pinned', 'Bus times', 'Today', 'Handover']);

  await here.chooseAction('Handover', 'Delete');
  await here.button('Delete').click();
  await expect(there.entries).toHaveText(['Pinned', 'Bus times']);
  expect(calls.filter(isList), 'the list was never read anew').toEqual([]);
  await context.close();
});

test('the first visit of a browser requests the list, the conversation and its messages once', async ({
  page,
  signIn,
  newUser,
  server,
}) => {
  const account = await newUser();
  const [talk] = await startConversations(server, account, ['First visit']);
  if (!talk) throw new Error('No conversation');
  await signIn(page, account);
  const chat = new ChatPage(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/functions/v1/')) calls.push(request.postData() ?? '');
  });
  // Connected only after everything is loaded: the connection must not load it again.
  const held = await chat.holdCalls(({ endpoint }) => endpoint.endsWith('/changes'));
  const loaded = page.waitForResponse((response) =>
    (response.request().postData() ?? '').includes('/messages'),
  );
  await chat.open(talk);
  await loaded;
  await expect(chat.row('First visit')).toBeVisible();
  held.release();
  await waitForStart(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(new Set(calls).size).toBe(calls.length);
  expect(calls.filter((body) => /messages|pageSize/.test(body))).toHaveLength(2);
});
