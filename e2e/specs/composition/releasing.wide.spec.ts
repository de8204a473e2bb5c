import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openSession } from '../../fixtures/accounts.ts';
import { expect, test, type Change } from '../../fixtures/releases.ts';
import { FIRST_WORDS, LAST_WORDS } from '../../fixtures/held-provider.ts';
import { startConversations } from '../../fixtures/conversations.ts';
import { ChatPage } from '../../pages/chat-page.ts';

/** A change that is immediately visible, and that nothing else depends on. */
const CHANGE: Change = {
  file: 'src/features/sidebar/sidebar-content.tsx',
  edit: (source) => source.replace(/(\n\s+)New Chat\n/, '$1Begin a Chat\n'),
};

/**
 * Returns the scripts and styles that the page's HTML names, all of the shell, each with a hash of its bytes. What a
 * screen loads later depends on the screen.
 */
async function shellFiles(page: Page) {
  const html = await (await page.request.get(page.url())).text();
  const addresses = new Set(html.match(/(?<=")\/assets\/[\w.-]+\.(?:js|css)(?=")/g));
  const files: Record<string, string> = {};
  for (const address of addresses) {
    const response = await page.request.get(new URL(address, page.url()).href);
    files[address] = createHash('sha256')
      .update(await response.body())
      .digest('hex');
  }
  return files;
}

test('releases and rolls back chat alone while a reply streams in an open tab', async ({
  page,
  context,
  released,
  server,
  newUser,
  signIn,
}) => {
  const build = await released.buildChat(CHANGE);
  const account = await newUser();
  const [conversation] = await startConversations(server, account, ['Roster']);
  await signIn(page, account);
  const chat = new ChatPage(page);
  await chat.open(conversation);
  const before = await shellFiles(page);
  expect(Object.keys(before).length).toBeGreaterThan(2);

  released.provider.hold();
  await chat.write('What can you do?');
  await expect(chat.replies).toContainText(FIRST_WORDS);
  let navigations = 0;
  page.on('framenavigated', () => (navigations += 1));
  expect(await released.command('release', 'chat', '--build', build)).toContain('staging is at');

  const other = await context.newPage();
  await other.goto('/app');
  const changed = other.getByRole('button', { name: 'Begin a Chat' });
  await expect(changed).toBeVisible();
  expect(await shellFiles(other)).toEqual(before);

  await expect(chat.stop).toBeVisible();
  released.provider.finish();
  await chat.expectReplied(1);
  await expect(chat.replies).toContainText(`${FIRST_WORDS} ${LAST_WORDS}`);
  await expect(chat.newChat).toBeVisible();
  expect(navigations).toBe(0);

  await released.command('rollback', 'chat');
  await other.reload();
  await expect(new ChatPage(other).newChat).toBeVisible();
  await expect(changed).toHaveCount(0);
  expect(await shellFiles(other)).toEqual(before);
});

test('serves chat from its sources inside the environment, on the page of the developer only, and shows a saved change', async ({
  page,
  released,
  server,
  newUser,
}) => {
  const development = await released.develop();
  await openSession(page, { ...server, url: development.url }, await newUser());
  await page.goto(`${development.url}/app`);
  const chat = new ChatPage(page);
  await expect(chat.newChat).toBeVisible();
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const remotes = loaded.filter((address) => /^\/remotes\/.*\.js$/.test(address));
  expect(remotes.length).toBeGreaterThan(2);
  for (const address of remotes) expect(address).toMatch(/^\/remotes\/chat\/0\.0\.0-dev-/);
  expect(await (await page.request.get(`${server.url}/app`)).text()).not.toContain('0.0.0-dev');

  await development.change(CHANGE);
  await expect(page.getByRole('button', { name: 'Begin a Chat' })).toBeVisible();
});
