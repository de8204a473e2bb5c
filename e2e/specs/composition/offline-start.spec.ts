import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { readMessages } from '../../fixtures/conversations.ts';
import { listCopies, readCopies } from '../../fixtures/device-copies.ts';
import { expect, readStoredApp, startOffline, test } from '../../fixtures/offline-start.ts';
import type { Fixtures } from '../../fixtures/test.ts';
import { ChatPage } from '../../pages/chat-page.ts';
import { Palette } from '../../pages/palette.ts';
import { RemoteArea } from '../../pages/remote-area.ts';
import { SignOutPage } from '../../pages/sign-out-page.ts';

const WORDS = 'Which roses need pruning?';

const savedCopy = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Saved copy, just now' });

/** Opens a conversation with a reply, and waits until the device stores it and the app. */
async function openStored(page: Page, openConversation: Fixtures['openConversation']) {
  const opened = await openConversation('Roses');
  await opened.chat.write(WORDS);
  await opened.chat.expectReplied(1);
  await expect.poll(async () => (await readStoredApp(page)).workers).toBe(1);
  await expect.poll(() => listCopies(page)).toEqual([opened.conversation.id, 'list']);
  // The copy without messages is smaller.
  await expect.poll(async () => (await readCopies(page))[0]?.sizes[0]).toBeGreaterThan(1000);
  return opened;
}

test('INSTANT-14 INSTANT-16 the app starts without a connection, shows list and conversation with their age, and sends queued messages in order', async ({
  page,
  context,
  server,
  openConversation,
}) => {
  const { account, conversation } = await openStored(page, openConversation);
  await page.close();
  const later = await startOffline(context, `/app?conversation=${conversation.id}`);
  const chat = new ChatPage(later);
  await expect(chat.mine).toContainText(WORDS);
  await expect(chat.replies).toHaveCount(1);
  await expect(chat.row('Roses')).toBeVisible();
  await expect(savedCopy(later)).toBeVisible();
  for (const words of ['And the tulips?', 'And the lilies?']) await chat.write(words);
  await expect(later.getByText('Waiting to send')).toHaveCount(2);
  await chat.composer.fill('A draft');
  await later.reload();
  await expect(later.getByText('Waiting to send')).toHaveCount(2);
  await expect(chat.composer).toHaveValue('A draft');

  await context.setOffline(false);
  await chat.expectReplied(3);
  await expect(later.getByText('Saved copy')).toHaveCount(0);
  const messages = await readMessages(server, account, conversation.id);
  const mine = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  expect(mine).toEqual([WORDS, 'And the tulips?', 'And the lilies?']);
});

/** Collects the texts that the page shows in place of the app. Runs in the page. */
function collectPrerendered() {
  const texts: string[] = [];
  Object.assign(globalThis, { prerendered: texts });
  new MutationObserver(() => {
    for (const element of document.querySelectorAll('#prerendered-screen [inert]'))
      texts.push(element.textContent);
  }).observe(document, { childList: true, subtree: true });
}

test('INSTANT-57 without a connection the messages are shown before the app has started, with their age', async ({
  page,
  context,
  openConversation,
}) => {
  const { conversation } = await openStored(page, openConversation);
  await expect.poll(async () => (await readCopies(page))[0]?.screens[0]).toBeGreaterThan(0);
  await page.close();
  await context.addInitScript(collectPrerendered);
  const later = await startOffline(context, `/app?conversation=${conversation.id}`);
  await expect(savedCopy(later)).toBeVisible();
  const texts = await later.evaluate(
    () => (globalThis as unknown as { prerendered: string[] }).prerendered,
  );
  expect(texts.join('\n')).toContain(WORDS);
  expect(texts.join('\n')).toContain('Saved copy, just now');
});

test('INSTANT-36 the first page gets code that it has not loaded yet from the device', async ({
  page,
  context,
  openConversation,
}) => {
  await openStored(page, openConversation);
  await expect
    .poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)))
    .toBe(true);
  await context.setOffline(true);
  await new Palette(page).open();
  await expect(page.getByTestId('toast')).toHaveCount(0);
});

test('INSTANT-18 INSTANT-20 without a connection an expired session stays, a screen that is not stored says so, and after the sign-out nothing is shown', async ({
  page,
  context,
  openConversation,
}) => {
  await openStored(page, openConversation);
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, 'sb-homie-auth-token');
  await page.close();
  const later = await startOffline(context, `/app?conversation=${randomUUID()}`);
  const messages = later.getByRole('region', { name: 'Messages' });
  await expect(messages.getByRole('heading', { name: "You're offline" })).toBeVisible();
  const chat = new ChatPage(later);
  await chat.row('Roses').click();
  await expect(chat.mine).toContainText(WORDS);
  await expect(savedCopy(later)).toBeVisible();
  await later.goto('/account');
  const area = new RemoteArea(later);
  await expect(area.retry).toBeVisible();

  await context.setOffline(false);
  await area.retry.click();
  await expect(later.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await new SignOutPage(later).open();
  await expect(later.getByText('You have been signed out successfully')).toBeVisible();
  await later.close();
  const afterwards = await startOffline(context, '/app');
  await expect(afterwards).toHaveURL('/auth/sign-in');
  await expect(afterwards.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(afterwards.getByText('Roses')).toHaveCount(0);
});

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

test('INSTANT-19 the server switches the worker off, also on a page without the app; conversations and session stay', async ({
  page,
  server,
  openConversation,
}) => {
  const { chat, conversation } = await openStored(page, openConversation);
  await server.restart({ env: { HOMIE_OFFLINE_START: 'false' } });
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
