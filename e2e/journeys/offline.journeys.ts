import { randomUUID } from 'node:crypto';
import { readMessages } from '../fixtures/conversations.ts';
import { collectCopies } from '../fixtures/device-copies.ts';
import { collectStoredApp } from '../fixtures/offline-start.ts';
import { createChatPage, type Chat } from './chat.ts';
import { expect, test as base, type OpenConversation } from './journey.ts';
import { OTHER_NEW_CHAT } from './prepare-releases.ts';
import type { Screen } from './screen.ts';

const WORDS = 'Which roses need pruning?';
const QUEUED = ['And the tulips?', 'And the lilies?'];
const NOT_SENT = /^(Waiting to send|Trying again)/;

/** Adds `openStored`: opens a conversation with a reply, and waits until the device stores it and the app. */
const test = base.extend<{ openStored(): Promise<OpenConversation & { chat: Chat }> }>({
  openStored: async ({ openConversation }, use) => {
    await use(async () => {
      const opened = await openConversation('Roses');
      const chat = createChatPage(opened.screen);
      await chat.send(WORDS);
      await chat.expectReplied(1);
      const { tab } = opened.screen;
      const readApp = () => tab.evaluate(collectStoredApp, null);
      await expect.poll(async () => (await readApp()).workers, { timeout: 90_000 }).toBe(1);
      const readCopies = () => tab.evaluate(collectCopies, null);
      await expect
        .poll(async () => (await readCopies())[0]?.ids, { timeout: 90_000 })
        .toEqual([opened.conversation.id, 'list']);
      // The copy without messages is smaller.
      await expect.poll(async () => (await readCopies())[0]?.sizes[0]).toBeGreaterThan(1000);
      return { ...opened, chat };
    });
  },
});

test.use({ localCopies: 'device' });

const savedCopy = (screen: Screen) => screen.role('status').containing('Saved copy');

test('INSTANT-52 INSTANT-55 while the server is down the app starts, shows list and conversation with their age, and sends queued messages once and in order afterwards; the server switches that off', async ({
  server,
  openStored,
}) => {
  const { account, conversation, screen, chat } = await openStored();
  await server.restart({
    async whileDown() {
      await screen.open('/app');
      await chat.list.link(/^Roses/).click();
      await chat.mine.expectText(WORDS);
      await screen.tab.reload();
      await chat.mine.expectText(WORDS);
      await chat.replies.expectCount(1);
      await chat.list.link(/^Roses/).expectVisible();
      await savedCopy(screen).expectVisible();
      for (const words of QUEUED) await chat.send(words);
      await screen.text(NOT_SENT).expectCount(QUEUED.length);
      await chat.composer.fill('A draft');
      await screen.tab.reload();
      await chat.mine.expectTexts([WORDS, ...QUEUED]);
      await chat.composer.expectValue('A draft');
    },
  });
  await savedCopy(screen).expectHidden();
  // Earlier messages are outside the viewport, and not rendered.
  await chat.mine.last().expectText(QUEUED[1] ?? '');
  await chat.replies.last().expectAttribute('aria-busy', 'false');
  await screen.text(NOT_SENT).expectHidden();
  await chat.composer.expectValue('A draft');
  // The last reply on the screen may be the one before, while the last message is being sent.
  const read = async () => {
    const messages = await readMessages(server, account, conversation.id);
    return messages.map(({ role, content }) => (role === 'user' ? content : role));
  };
  await expect.poll(read).toEqual([WORDS, ...QUEUED].flatMap((words) => [words, 'assistant']));

  // Switching it off deletes no conversation.
  const readApp = () => screen.tab.evaluate(collectStoredApp, null);
  await server.restart({ env: { HOMIE_OFFLINE_START: 'false' } });
  await screen.open('/');
  await expect
    .poll(readApp, { timeout: 90_000 })
    .toEqual({ workers: 0, current: null, caches: {} });
  await screen.open(`/app?conversation=${conversation.id}`);
  await chat.mine.last().expectText(QUEUED[1] ?? '');
  const [copies] = await screen.tab.evaluate(collectCopies, null);
  expect(copies?.ids).toEqual([conversation.id, 'list']);
  await server.restart();
});

test('INSTANT-53 INSTANT-54 the app starts from the device if the server does not respond, says which conversation is not stored, and shows none after signing out', async ({
  server,
  relay,
  openStored,
}) => {
  const { screen, chat } = await openStored();
  await test.step('a conversation that is not stored says so, and a stored one is shown', async () => {
    await server.restart({
      async whileDown() {
        await screen.tab.setOffline?.(true);
        await screen.open(`/app?conversation=${randomUUID()}`);
        await screen.heading(/^(You're offline|Messages could not be loaded)$/).expectVisible();
        await chat.list.link(/^Roses/).click();
        await chat.mine.expectText(WORDS);
        await savedCopy(screen).expectVisible();
      },
    });
    await screen.tab.setOffline?.(false);
    // Emulated, Firefox reports no return of the network to a page that started without it.
    await screen.tab.reload();
    await chat.mine.expectText(WORDS);
    await savedCopy(screen).expectHidden();
  });

  await test.step('the server accepts connections but does not respond', async () => {
    relay.hold(/^/);
    await screen.tab.reload();
    await chat.mine.expectText(WORDS);
    await chat.list.link(/^Roses/).expectVisible();
    relay.restore();
    await chat.send(QUEUED[0] ?? '');
    await chat.expectReplied(2);
  });

  // After it, the next user waits for the server, and gets their own releases.
  const readContact = () =>
    screen.tab.evaluate(async () => Boolean(await caches.match('/contact')), null);
  await screen.tab.evaluate(async () => {
    const index = await caches.open('homie.offline');
    await index.put('/contact', Response.json({ cache: '', at: 0 }));
  }, null);
  expect(await readContact()).toBe(true);
  await screen.button(/^Account of/).click();
  await screen.role('menuitem', 'Sign Out').click();
  await screen.button('Complete Sign Out').click();
  await screen.expectAddress(/\/auth\/sign-in$/);
  await expect.poll(() => screen.tab.evaluate(collectCopies, null)).toEqual([]);
  await expect.poll(readContact).toBe(false);
  await server.restart({
    async whileDown() {
      await screen.open('/app');
      await screen.expectAddress(/\/auth\/sign-in$/);
      await screen.button('Sign In').expectVisible();
      await screen.text('Roses').expectHidden();
    },
  });
});

test('INSTANT-59 on a slow connection the app starts from the device without waiting for the server, except in the release before', async ({
  relay,
  chatReleases,
  openStored,
}) => {
  const { screen, chat, conversation } = await openStored();
  relay.slow(/^\/app/, 1_500);
  /** Opens the conversation, and returns the milliseconds until the page arrived. */
  const open = async () => {
    await screen.open(`/app?conversation=${conversation.id}`);
    await chat.mine.expectText(WORDS);
    return screen.tab.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation');
      return (navigation as PerformanceNavigationTiming).responseStart;
    }, null);
  };
  expect(await open()).toBeGreaterThan(1_400);
  await expect.poll(open).toBeLessThan(1_000);
  await chatReleases.release();
  // The page is opened again only if the comparison does not take long.
  relay.restore();
  await open();
  await screen.button(OTHER_NEW_CHAT).first().expectVisible();
});
