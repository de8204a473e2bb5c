import { openSession } from '../../fixtures/accounts.ts';
import { startConversations } from '../../fixtures/conversations.ts';
import { listCopies, readCopies } from '../../fixtures/device-copies.ts';
import {
  expect,
  openStored,
  readStoredApp,
  startOffline,
  test,
  WORDS,
} from '../../fixtures/offline-start.ts';
import { startRelay } from '../../fixtures/relay.ts';
import { ChatPage } from '../../pages/chat-page.ts';

test('INSTANT-15 a file that is not as released is not stored, and an interrupted update is completed by the next visit', async ({
  page,
  openConversation,
}) => {
  let requests = 0;
  const altered = /\/assets\/not-found-[^/]+\.js$/;
  await page.route(altered, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()} ` });
    requests += 1;
  });
  await openConversation('Roses');
  // The second request bypasses the cache.
  await expect.poll(() => requests).toBeGreaterThanOrEqual(2);
  const stored = await readStoredApp(page);
  expect(stored).toMatchObject({ workers: 0, current: null });
  const [files = []] = Object.values(stored.caches);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => altered.test(file))).toEqual([]);

  await page.unroute(altered);
  await page.reload();
  await expect.poll(async () => (await readStoredApp(page)).workers).toBe(1);
  const { current, caches } = await readStoredApp(page);
  expect(Object.keys(caches)).toEqual([current?.cache]);
  const all = caches[current?.cache ?? ''] ?? [];
  expect(all.filter((file) => altered.test(file))).toHaveLength(1);
  expect(
    all.filter((file) => !/^\/(assets|remotes)\/|^\/remoteEntry-/.test(file)).toSorted(),
  ).toEqual(['/app', '/app?conversation=', '/environment.json', '/remotes.json']);
});

test('INSTANT-17 a rollback removes the withdrawn release at the next contact, and a tab that runs it works until it is closed', async ({
  page,
  context,
  product,
  openConversation,
}) => {
  await product.release();
  const { chat, conversation } = await openStored(page, openConversation);
  const withdrawn = (await readStoredApp(page)).current;
  expect(withdrawn?.entries[0]).toContain('/remotes/chat/9.0.0-');
  const other = await startOffline(context, `/app?conversation=${conversation.id}`);
  const otherChat = new ChatPage(other);
  await expect(otherChat.mine).toContainText(WORDS);

  await product.rollBack();
  await context.setOffline(false);
  await page.reload();
  await expect(chat.replies).toHaveCount(1);
  await expect
    .poll(async () => (await readStoredApp(page)).current?.entries[0] ?? '9.0.0-')
    .not.toContain('9.0.0-');
  expect(Object.keys((await readStoredApp(page)).caches)).toContain(withdrawn?.cache);
  await other.getByRole('button', { name: 'Actions for Roses' }).first().click();
  await other.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(otherChat.title).toHaveValue('Roses');

  await other.close();
  await page.reload();
  await expect
    .poll(async () => Object.keys((await readStoredApp(page)).caches))
    .not.toContain(withdrawn?.cache);
  expect((await readStoredApp(page)).current).not.toBeNull();
});

test('INSTANT-19 INSTANT-52 INSTANT-55 while the server is down the app starts; the server switches the worker off, also on a page without the app; conversations and session stay', async ({
  page,
  server,
  openConversation,
}) => {
  const { chat, conversation } = await openStored(page, openConversation);
  await server.restart({
    env: { HOMIE_OFFLINE_START: 'false' },
    async whileDown() {
      await page.reload();
      await expect(chat.mine).toContainText(WORDS);
      await expect(chat.row('Roses')).toBeVisible();
    },
  });
  await page.goto('/');
  await expect.poll(() => readStoredApp(page)).toEqual({ workers: 0, current: null, caches: {} });
  expect(await listCopies(page)).toEqual([conversation.id, 'list']);
  await chat.open(conversation);
  await expect(chat.mine).toContainText(WORDS);
  await expect(page.getByRole('main').getByText(WORDS)).toBeVisible();
  expect(await readStoredApp(page)).toEqual({ workers: 0, current: null, caches: {} });
  await server.restart();
});

test('INSTANT-39 if the database of copies never opens, the app works with the server, and says so without it', async ({
  page,
  context,
  openConversation,
}) => {
  const { conversation } = await openStored(page, openConversation);
  const [stored] = await readCopies(page);
  // Requests to open a database wait for its deletion, which waits for a connection that stays open.
  const holder = await context.newPage();
  await holder.goto('/healthz');
  await holder.evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => {
          Reflect.set(window, 'connection', opening.result);
          indexedDB.deleteDatabase(name).addEventListener('blocked', () => resolve());
        });
      }),
    stored?.name ?? '',
  );
  await page.reload();
  const chat = new ChatPage(page);
  await expect(chat.row('Roses')).toBeVisible();
  await expect(chat.mine).toContainText(WORDS);
  await chat.write('And the tulips?');
  await chat.expectReplied(2);
  await page.close();

  const later = await startOffline(context, `/app?conversation=${conversation.id}`);
  await expect(later.getByText("Your conversations will load when you're back.")).toBeVisible();
  await expect(later.getByText("This conversation will load when you're back.")).toBeVisible();
  await context.setOffline(false);
  await expect(new ChatPage(later).row('Roses')).toBeVisible();
  await expect(new ChatPage(later).replies).toHaveCount(2);
});

test('INSTANT-54 the app starts from the device if the server accepts connections but does not respond', async ({
  server,
  page,
  newUser,
}) => {
  const relay = await startRelay();
  const relayed = relay.connect(server);
  const account = await newUser();
  const [conversation] = await startConversations(server, account, ['Roses']);
  await openSession(page, relayed, account);
  const chat = new ChatPage(page);
  await page.goto(`${relay.url}/app?conversation=${conversation?.id}`);
  await chat.write(WORDS);
  await chat.expectReplied(1);
  await expect.poll(async () => (await readStoredApp(page)).workers).toBe(1);
  await expect.poll(async () => (await readCopies(page))[0]?.sizes[0]).toBeGreaterThan(1000);
  relay.hold(/^/);
  await page.reload();
  await expect(chat.mine).toContainText(WORDS);
  await expect(chat.row('Roses')).toBeVisible();
  relay.restore();
  await chat.write('And the tulips?');
  await chat.expectReplied(2);
  await relay.close();
});
