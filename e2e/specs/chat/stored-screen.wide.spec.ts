import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { readCopies, storeCopies } from '../../fixtures/device-copies.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { callRest } from '../../fixtures/records.ts';
import { expect, test, type Fixtures } from '../../fixtures/test.ts';

const WORDS = 'Which roses need pruning?';
const DAY_MS = 86_400_000;

/** Answers with pages of an environment that stores copies there. */
async function servePages(context: BrowserContext, localCopies: 'memory' | 'device') {
  await context.route(/\/app\?conversation=/, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace('data-copies="memory"', `data-copies="${localCopies}"`);
    await route.fulfill({ response, body });
  });
}

/** Returns the time of the conversation's copy, if it contains what the page showed. */
const readScreenTime = async (page: Page) => (await readCopies(page))[0]?.screens[0];

/** Opens a conversation with a reply, and waits until the device stores what the page shows of it. */
async function openStored(page: Page, openConversation: Fixtures['openConversation']) {
  const opened = await openConversation('Roses');
  await opened.chat.write(WORDS);
  await opened.chat.expectReplied(1);
  await expect.poll(() => readScreenTime(page)).toBeGreaterThan(0);
  return opened;
}

/** Opens an address, or this one again, without the modules of the app. */
async function openBeforeStart(page: Page, address = page.url()) {
  const modules = await holdRequests(page, /\/assets\/app-[^/]+\.js/);
  await page.goto(address, { waitUntil: 'commit' });
  const layer = page.locator('#prerendered-screen');
  await expect(layer.getByRole('textbox', { name: 'Message' })).toBeVisible();
  return { modules, layer, words: layer.getByText(WORDS, { exact: true }) };
}

test.beforeEach(({ context }) => storeCopies(context, 'device'));
// A test may end while the page still loads what these answer.
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'wait' }));

test('INSTANT-57 the messages of the last visit are shown before the app has started, and stay where they are, in either theme and on a phone', async ({
  page,
  context,
  openConversation,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await servePages(context, 'device');
  const { chat } = await openStored(page, openConversation);
  const expectInPlace = async () => {
    const { modules, layer, words } = await openBeforeStart(page);
    await expect(words).toBeVisible();
    await expect(layer.getByText('Policy and procedures').first()).toBeVisible();
    // Its buttons do nothing yet, and its times are those of the last visit.
    await expect(layer.locator('[inert] button').first()).toBeVisible();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[inert]'))).toBeNull();
    await expect(layer.locator('time').first()).toBeHidden();
    await expect(layer.getByPlaceholder('Message Policy and procedures')).toBeVisible();

    const look = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, font } = getComputedStyle(element);
      return { x, y, width, height, color, font };
    };
    const stored = await words.evaluate(look);
    modules.release();
    await expect(layer).toHaveCount(0);
    const shown = chat.mine.getByText(WORDS, { exact: true });
    expect(await shown.evaluate(look)).toEqual(stored);
  };
  await test.step('dark, 390 px', expectInPlace);

  const onPhone = await readScreenTime(page);
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.reload();
  await chat.expectReplied(1);
  await expect.poll(() => readScreenTime(page)).toBeGreaterThan(onPhone ?? 0);
  await test.step('light, 1280 px', expectInPlace);
});

test('INSTANT-57 a new title is stored too, and a draft is sent from the composer below the stored messages', async ({
  page,
  context,
  server,
  openConversation,
}) => {
  await servePages(context, 'device');
  const { chat, conversation } = await openStored(page, openConversation);
  const before = await readScreenTime(page);
  await callRest(server, `conversations?id=eq.${conversation.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ title: 'Tulips' }),
  });
  await expect(page.getByRole('link', { name: /^Tulips/ })).toBeVisible();
  await expect.poll(() => readScreenTime(page)).toBeGreaterThan(before ?? 0);
  const { modules, layer, words } = await openBeforeStart(page);
  await expect(layer.getByText('Tulips')).toBeVisible();
  await expect(words).toBeVisible();
  await page.keyboard.type('And the tulips?');
  await page.keyboard.press('Enter');
  modules.release();
  await expect(layer).toHaveCount(0);
  await chat.expectReplied(2);
  await expect(chat.mine.last()).toContainText('And the tulips?');
});

/** A reply of several screens: each part is cut off at the top of one of them. */
const PARTS = [
  '### Before the visit',
  'Ask for the **keys**, and write down who has them. '.repeat(6),
  '1. gate\n2. shed\n   - left door\n   - right door\n3. greenhouse',
  '> Nobody prunes in the frost.',
  '```\nroses 12\ntulips 40\n```',
  '| Bed | Roses |\n|---|---|\n| North | 7 |\n| South, behind the shed | 5 |',
];
const LONG_REPLY = Array.from({ length: 5 }, () => PARTS.join('\n\n')).join('\n\n');

/** Returns place and text of all parts of messages on the screen. Runs in the page. */
const collectPlaces = (messages: Element) => {
  const { top, bottom } = messages.getBoundingClientRect();
  return [...messages.querySelectorAll('h3, p, li, pre, td, th')].flatMap((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return y < bottom && y + height > top ? [{ text: part.textContent, x, y, width, height }] : [];
  });
};

test('INSTANT-57 of a reply longer than the screen the end is shown, at the same place', async ({
  page,
  context,
  server,
  openConversation,
}) => {
  await servePages(context, 'device');
  const { chat, conversation } = await openConversation('Roses');
  const messages = [
    { id: randomUUID(), role: 'user', content: 'How do I prepare?', parent_id: null },
    { id: randomUUID(), role: 'assistant', content: LONG_REPLY },
  ];
  const rows = messages.map((message, index) => ({
    parent_id: messages[index - 1]?.id ?? null,
    ...message,
    conversation_id: conversation.id,
  }));
  await callRest(server, 'messages', { method: 'POST', body: JSON.stringify(rows) });
  await callRest(server, `conversations?id=eq.${conversation.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ head_id: messages[1]?.id }),
  });
  await page.reload();
  await expect(chat.replies).toHaveCount(1);
  await expect.poll(() => readScreenTime(page)).toBeGreaterThan(0);
  const { modules, layer } = await openBeforeStart(page);
  const last = layer.locator('[inert]', { hasText: 'South, behind the shed' });
  const scroller = last.locator('xpath=..');
  await expect(scroller).toHaveCount(1);
  await page.evaluate(async () => void (await document.fonts.ready));
  const stored = await scroller.evaluate(collectPlaces);
  expect(stored.length).toBeGreaterThan(10);
  // What is far above the screen is not stored.
  expect(await scroller.textContent()).not.toContain('How do I prepare?');
  modules.release();
  await expect(layer).toHaveCount(0);
  const shown = page.getByRole('region', { name: 'Messages' }).filter({ visible: true });
  // The app adds its controls to code, and the bold font, after the messages.
  await expect.poll(() => shown.evaluate(collectPlaces)).toEqual(stored);
});

/** Expects the placeholder, once everything that is stored has been read. */
const expectPlaceholder = async ({ layer, words }: Awaited<ReturnType<typeof openBeforeStart>>) => {
  await expect(layer.getByText('Loading messages')).toBeAttached();
  // Read completely, with nothing to show.
  await layer
    .page()
    .evaluate(() => (globalThis as { homieStoredScreen?: unknown }).homieStoredScreen);
  await expect(words).toHaveCount(0);
};

test('INSTANT-57 stored messages are not shown at the address of a message, after 7 days, before a second factor, in another width, with larger text, or where the environment stores nothing', async ({
  page,
  context,
  openConversation,
}) => {
  await servePages(context, 'device');
  await openStored(page, openConversation);
  await page.setViewportSize({ width: 900, height: 800 });
  await expectPlaceholder(await openBeforeStart(page));
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect((await openBeforeStart(page)).words).toBeVisible();

  await page.evaluate(() => localStorage.setItem('text-size', 'larger'));
  await expectPlaceholder(await openBeforeStart(page));
  await page.evaluate(() => localStorage.removeItem('text-size'));

  // The app opens the conversation at that message, not at its end.
  const address = page.url();
  await expectPlaceholder(await openBeforeStart(page, `${address}&message=${randomUUID()}`));

  await page.evaluate(() => {
    const key = 'sb-homie-auth-token';
    const session = JSON.parse(localStorage.getItem(key) ?? '');
    const factors = [{ id: '1', status: 'verified' }];
    const user = { ...session.user, factors };
    localStorage.setItem(key, JSON.stringify({ ...session, user }));
    localStorage.setItem('before', JSON.stringify(session));
  });
  await expectPlaceholder(await openBeforeStart(page, address));
  await page.evaluate(() => {
    localStorage.setItem('sb-homie-auth-token', localStorage.getItem('before') ?? '');
  });
  await expect((await openBeforeStart(page, address)).words).toBeVisible();

  await servePages(context, 'memory');
  await expectPlaceholder(await openBeforeStart(page, address));
  await servePages(context, 'device');
  await expect((await openBeforeStart(page, address)).words).toBeVisible();

  // The clock is that of all pages.
  await page.clock.setFixedTime(Date.now() + 7.1 * DAY_MS);
  await expectPlaceholder(await openBeforeStart(page, address));
});
