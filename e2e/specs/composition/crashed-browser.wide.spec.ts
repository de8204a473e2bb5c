import type { Page } from '@playwright/test';
import { openSession } from '../../fixtures/accounts.ts';
import { chromium } from '../../fixtures/chromium.ts';
import { startConversations } from '../../fixtures/conversations.ts';
import { listCopies } from '../../fixtures/device-copies.ts';
import { expect, readStoredApp, startOffline, test } from '../../fixtures/offline-start.ts';
import { startRelay } from '../../fixtures/relay.ts';
import { ChatPage } from '../../pages/chat-page.ts';

/** Returns the addresses of all files of chat that a page has loaded. */
const listChatFiles = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/remotes/chat/')),
  );

test('INSTANT-15 after a browser crashed while it stored the next release, the app starts from the previous one, and the next visit completes the update', async ({
  contextOptions,
  locale,
  playwright,
  product,
  server,
  newUser,
}, testInfo) => {
  const profile = testInfo.outputPath('profile');
  const relay = await startRelay();
  const reached = relay.connect(server);
  const options = { ...chromium, ...contextOptions, baseURL: reached.url };
  // Only Chromium's driver can crash its browser, so this is Chromium in every run of the suite.
  const launch = () =>
    playwright.chromium.launchPersistentContext(profile, {
      ...options,
      ...(locale !== undefined && { locale }),
    });
  let context = await launch();
  let page = await context.newPage();
  const account = await newUser();
  const [conversation] = await startConversations(server, account, ['Roses']);
  await openSession(page, reached, account);
  await new ChatPage(page).open(conversation);
  await expect.poll(async () => (await readStoredApp(page)).workers).toBe(1);
  await expect.poll(() => listCopies(page)).toEqual([conversation?.id, 'list']);
  const { current: previous, caches } = await readStoredApp(page);
  const stored = caches[previous?.cache ?? ''];

  // Closed in order: a crash may lose what the page stored in the seconds before, such as the session.
  await context.close();

  await product.releaseWithFallback();
  context = await launch();
  page = await context.newPage();
  // A file that only the update requests never arrives.
  relay.hold(/\/remotes\/chat\/9\.0\.0-.*\/hand-over-dialog-/);
  await new ChatPage(page).open(conversation);
  await expect.poll(async () => Object.keys((await readStoredApp(page)).caches)).toHaveLength(2);
  const interrupted = await readStoredApp(page);
  expect(interrupted.current).toEqual(previous);
  const closed = context.waitForEvent('close');
  const session = await context.browser()?.newBrowserCDPSession();
  await session?.send('Browser.crash').catch(() => undefined);
  await closed;

  relay.restore();
  context = await launch();
  page = await startOffline(context, `/app?conversation=${conversation?.id}`);
  await expect(new ChatPage(page).row('Roses')).toBeVisible();
  const [version] = /^\/remotes\/chat\/[^/]+\//.exec(previous?.entries[0] ?? '') ?? [];
  for (const file of await listChatFiles(page)) expect(file).toContain(version);

  await context.setOffline(false);
  await page.reload();
  await expect
    .poll(async () => (await readStoredApp(page)).current?.entries[0])
    .toContain('/remotes/chat/9.0.0-');
  const { current, caches: after } = await readStoredApp(page);
  expect(after[current?.cache ?? '']).toHaveLength(stored?.length ?? 0);
  await product.rollBack();
  await context.close();
  await relay.close();
});
