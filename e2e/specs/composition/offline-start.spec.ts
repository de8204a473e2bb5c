import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { readMessages } from '../../fixtures/conversations.ts';
import { readCopies } from '../../fixtures/device-copies.ts';
import { expect, openStored, startOffline, test, WORDS } from '../../fixtures/offline-start.ts';
import { ChatPage } from '../../pages/chat-page.ts';
import { Palette } from '../../pages/palette.ts';
import { RemoteArea } from '../../pages/remote-area.ts';
import { SignOutPage } from '../../pages/sign-out-page.ts';

const savedCopy = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Saved copy, just now' });

test('INSTANT-14 INSTANT-16 INSTANT-52 the app starts without a connection, shows list and conversation with their age, and sends queued messages in order', async ({
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

test('INSTANT-18 INSTANT-20 INSTANT-53 INSTANT-54 without a connection an expired session stays, a screen that is not stored says so, and after the sign-out nothing is shown', async ({
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
  await expect(new RemoteArea(later).retry).toBeVisible();

  // The panel loads the screen itself once the connection is back.
  await context.setOffline(false);
  await expect(later.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await new SignOutPage(later).open();
  await expect(later.getByText('You have been signed out successfully')).toBeVisible();
  await later.close();
  const afterwards = await startOffline(context, '/app');
  await expect(afterwards).toHaveURL('/auth/sign-in');
  await expect(afterwards.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(afterwards.getByText('Roses')).toHaveCount(0);
});
