import { expect, test } from '../../fixtures/test.ts';
import { ChatPage } from '../../pages/chat-page.ts';
import { Palette } from '../../pages/palette.ts';

const SCRIPTS = /\/remotes\/chat\/.*\.js/;

test('requests a lazy module again after it failed to load, and retains the draft', async ({
  page,
  openConversation,
}) => {
  const chat = new ChatPage(page);
  const palette = new Palette(page);
  await openConversation('Parts');
  await chat.composer.fill('Half a sentence');
  // Aborts every script that is not loaded yet, including automatic retries.
  await page.route(SCRIPTS, (route) => route.abort('connectionfailed'));
  await page.keyboard.press('Control+k');
  await expect(page.getByText('Part of the page could not be loaded.')).toBeVisible();
  await page.unroute(SCRIPTS);
  await palette.open();
  await page.keyboard.press('Escape');
  await expect(chat.composer).toHaveValue('Half a sentence');
  expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
});

test('Shift+Escape before the message field has loaded moves the focus there once it loads', async ({
  page,
  openChat,
}) => {
  const { chat } = await openChat(['Parts']);
  await expect(chat.row('Parts')).toBeVisible();
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(SCRIPTS, async (route) => {
    await released;
    await route.continue();
  });
  const pendingRequest = page.waitForRequest(SCRIPTS);
  await chat.row('Parts').click();
  await pendingRequest;
  await chat.search.focus();
  await page.keyboard.press('Shift+Escape');
  letGo();
  await expect(chat.composer).toBeFocused();
});
