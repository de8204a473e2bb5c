import type { Locator } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import { Thread } from '../../pages/thread.ts';

test('grows the composer and the field of an edit with their text in a browser without field-sizing', async ({
  page,
  openConversation,
}) => {
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (...query: [string, string?]) =>
      !query[0].startsWith('field-sizing') && supports(...(query as [string, string]));
    addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('textarea { field-sizing: fixed !important }');
      document.adoptedStyleSheets.push(sheet);
    });
  });
  const { chat } = await openConversation('Growing');
  const isWhole = (field: Locator) =>
    field.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight);
  const lines = 'line\n'.repeat(6);
  await chat.composer.fill(lines);
  await expect.poll(() => isWhole(chat.composer)).toBe(true);
  await chat.composer.fill('First words');
  await chat.composer.press('Enter');
  await chat.expectReplied(1);

  await new Thread(page).action(chat.mine, 'Edit').click();
  const field = page.getByRole('textbox', { name: 'Edit message' });
  const height = async () => (await field.boundingBox())?.height ?? 0;
  const single = await height();
  await field.fill(lines);
  await expect.poll(() => isWhole(field)).toBe(true);
  expect(await height()).toBeGreaterThan(single);
  await field.fill('First words');
  await expect.poll(height).toBe(single);
});
