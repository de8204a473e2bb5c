import type { Page } from '@playwright/test';
import { expect, FIRST_WORDS, test } from '../../fixtures/held-replies.ts';
import { ChatPage } from '../../pages/chat-page.ts';

const selected = (page: Page) => page.evaluate(() => getSelection()?.toString());

/** Drags the mouse over a word of a text. */
async function drag(page: Page, text: string, word: string): Promise<void> {
  const box = await page.getByText(text).evaluate((element, wanted) => {
    const node = element.firstChild;
    if (!(node instanceof Text)) throw new Error('The text has other elements');
    const range = document.createRange();
    range.setStart(node, node.data.indexOf(wanted));
    range.setEnd(node, node.data.indexOf(wanted) + wanted.length);
    const { left, right, top, height } = range.getBoundingClientRect();
    return { left, right, middle: top + height / 2 };
  }, word);
  await page.mouse.move(box.left, box.middle);
  await page.mouse.down();
  await page.mouse.move(box.right, box.middle, { steps: 5 });
  await page.mouse.up();
}

test('REPLY-05 words of a reply that are selected by mouse and keyboard stay selected while it grows and when it ends', async ({
  page,
  replies,
  openConversation,
}) => {
  await openConversation('Selecting');
  const chat = new ChatPage(page);
  replies.hold();
  await chat.write('When does the roster begin?');
  const words = page.getByText(FIRST_WORDS);
  await expect(words).toBeVisible();
  await drag(page, FIRST_WORDS, 'roster');
  expect(await selected(page)).toBe('roster');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ControlOrMeta+ArrowRight');
  expect((await selected(page))?.trim()).toBe('roster begins');

  replies.finish();
  await expect(chat.replies.getByText('and ends on Friday.')).toBeVisible();
  await expect(chat.replies.last()).toHaveAttribute('aria-busy', 'false');
  expect((await selected(page))?.trim()).toBe('roster begins');
});
