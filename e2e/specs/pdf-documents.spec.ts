import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessible.ts';
import { pdfFile } from '../fixtures/files.ts';
import { expect, test } from '../fixtures/shared-page.ts';
import { AssistantsPage } from '../pages/assistants-page.ts';
import { openPreview } from '../fixtures/open-preview.ts';
import { ChatPage } from '../pages/chat-page.ts';

const CITED = ['Inspect the harness for frayed', 'stitching before each outing.'];
const FILLER = Array.from({ length: 30 }, (_, line) => `Other instructions, line ${line + 1}.`);
const HARNESS = pdfFile('Harness guide.pdf', [FILLER, ['Overview'], CITED, FILLER]);

test.describe.configure({ mode: 'serial' });

/** Asks as a support worker, and returns the source that the reply cites and the panel that shows it. */
async function askAbout(page: Page, signIn: (page: Page, who: 'worker') => Promise<unknown>) {
  await signIn(page, 'worker');
  const chat = new ChatPage(page);
  await chat.open();
  await page.getByRole('radio', { name: /Policy and procedures/ }).click();
  await page
    .getByRole('textbox', { name: 'First message' })
    .fill('What do I inspect on the harness before an outing?');
  await page.keyboard.press('Enter');
  const source = chat.replies.getByRole('link', { name: /^Source 1 Harness guide, page 3/ });
  return { source, panel: page.getByRole('complementary', { name: 'Source' }) };
}

/** Counts the dark pixels of a page's picture. */
function countDarkPixels(page: Locator): Promise<number> {
  return page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data = [] } =
      canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    return data.filter((value, index) => index % 4 === 0 && value < 100).length;
  });
}

test('CITE-08 CITE-09 CITE-11 CITE-24 a cited PDF opens at the marked passage on its page, with buttons for page, zoom and text', async ({
  page,
  browser,
  signIn,
}) => {
  const admin = await browser.newPage();
  await signIn(admin, 'admin');
  const screen = new AssistantsPage(admin);
  await screen.open('?q=Policy and procedures');
  await screen.choose('Policy and procedures', 'Documents');
  await screen.upload(HARNESS);
  await expect(screen.dialog.getByText('4 passages')).toBeVisible();
  await admin.close();

  const { source, panel } = await askAbout(page, signIn);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await source.click();
  const cited = panel.getByRole('article', { name: 'Page 3, with the cited passage' });
  await expect(cited.locator('mark')).toHaveText(CITED);
  await expect(cited.locator('mark').first()).toBeInViewport();
  // The passage is at the top of its page: the end of the page before is not shown.
  await expect(panel.getByRole('article', { name: 'Page 2' })).not.toBeInViewport();
  await expect(panel.getByText('Page 3 of 4')).toBeVisible();
  expect(await countDarkPixels(cited)).toBeGreaterThan(100);
  expect(scripts.filter((url) => /pdf\.worker/.test(url))).toHaveLength(1);
  await expectAccessible(page, 'aside[aria-label=Source]');

  await panel.getByRole('button', { name: 'Next page' }).click();
  await expect(panel.getByText('Page 4 of 4')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Next page' })).toBeDisabled();
  const last = panel.getByRole('article', { name: 'Page 4' });
  await expect(last.getByText('Other instructions, line 1.')).toBeVisible();
  const before = await last.boundingBox();
  await panel.getByRole('button', { name: 'Zoom in' }).press('Enter');
  await expect(panel.getByText('125 %')).toBeVisible();
  await expect
    .poll(async () => (await last.boundingBox())?.width)
    .toBeCloseTo((before?.width ?? 0) * 1.25, 0);
  // Chromium loses the scrolling of a key that is pressed before the new size is painted.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await panel.getByRole('region', { name: 'Pages' }).press('Home');
  await expect(panel.getByText('Page 1 of 4')).toBeVisible();

  await panel.getByRole('button', { name: 'Show text' }).click();
  await expect(panel.locator('mark')).toContainText(`Cited passage: ${CITED.join('\n')}`);
  await panel.getByRole('button', { name: 'Show pages' }).click();
  await expect(cited.locator('mark').first()).toBeInViewport();
});

test('CITE-10 the text is shown with the reason if the script of the worker was altered, and the pages on request', async ({
  browser,
  signIn,
}) => {
  const reader = await browser.newPage();
  const { source, panel } = await askAbout(reader, signIn);
  await reader.route(/pdf\.worker/, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, body: `${await response.text()}\n// altered` });
  });
  await source.click();
  const reason =
    'The pages could not be shown. Check your connection and try again. This is the text.';
  await expect(panel.getByRole('status').filter({ hasText: reason })).toBeVisible();
  await expect(panel.locator('mark')).toContainText('Cited passage:');
  await reader.unroute(/pdf\.worker/);
  await panel.getByRole('button', { name: 'Show pages' }).click();
  await expect(panel.getByText('Page 3 of 4')).toBeVisible();
  await reader.close();
});

test('OUT-14 a PDF of a conversation is previewed by its pages, on a phone too', async ({
  page,
  openConversation,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { chat } = await openConversation('Outing');
  await openPreview(chat, HARNESS);
  await expect(chat.dialog.getByText('Page 1 of 4')).toBeVisible();
  await expect(chat.dialog.getByText('Other instructions, line 1.')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await chat.button('Show text').click();
  await expect(chat.dialog.getByText('Overview')).toBeVisible();
});
