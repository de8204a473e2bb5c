import { allowClipboard } from '../../fixtures/allow-clipboard.ts';
import { expect, test } from '../../fixtures/held-replies.ts';
import { resize } from '../../fixtures/resize.ts';
import { Thread } from '../../pages/thread.ts';
import { findFaults } from '../../fixtures/accessible.ts';

const QUESTION = 'Which assistants may I use?';

test.beforeEach(async ({ page }) => {
  await resize(page, { width: 900, height: 480 });
});

test('restores a scroll position at the last lines of a tall message', async ({
  page,
  openLongConversation,
}) => {
  const { chat, thread, conversation, messages } = await openLongConversation('The garden', 40);
  const high = messages.findLastIndex(
    ({ content }, index) => index < 36 && content.includes('rake') && content.length > 200,
  );
  const next = messages[high + 1]?.id ?? '';
  await thread.wheelUpTo(next);
  await thread.wheel((await thread.measureTop(next)) - 56);
  const top = await thread.measureTop(next);
  expect(top).toBeLessThan(100);
  await chat.newChat.click();
  await chat.button('Create Chat').click();
  await expect(page.getByRole('heading', { name: 'Start the conversation' })).toBeVisible();
  await chat.row(conversation.title).click();
  await expect(thread.message(next)).toBeInViewport();
  await thread.atRest();
  expect(await thread.measureTop(next)).toBeCloseTo(top, 0);
});

test('a press becomes a click, even if a resize would move the thread under it', async ({
  page,
  context,
  openLongConversation,
}) => {
  await resize(page, { width: 900, height: 720 });
  await allowClipboard(context);
  const { messages, thread } = await openLongConversation('Pressed', 10);
  const message = thread.message(messages.at(-2)?.id ?? '');
  await thread.action(message, 'Copy').hover();
  await page.mouse.down();
  const height = (await thread.region.boundingBox())?.height ?? 0;
  await resize(page, { width: 900, height: 640 });
  await expect.poll(async () => (await thread.region.boundingBox())?.height).toBe(height - 80);
  await thread.atRest();
  await page.mouse.up();
  await expect(thread.announcement).toHaveText('Message copied.');
  // The thread then follows the end again.
  await expect.poll(() => thread.fromEnd()).toBe(0);
});

test('every action of a message is reachable and works by keyboard alone', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Keys');
  const thread = new Thread(page);
  await chat.write('Hello');
  await chat.expectReplied(1);
  // Rows outside the viewport mount and unmount while the thread follows the end of the reply.
  await expect(thread.action(chat.mine, 'Copy')).toBeAttached();
  await expect(thread.action(chat.replies, 'Regenerate')).toBeVisible();
  await thread.atRest();
  await thread.region.focus();
  for (const [message, name] of [
    [chat.mine, 'Copy'],
    [chat.mine, 'Edit'],
    [chat.replies, 'Copy'],
    [chat.replies, 'Regenerate'],
  ] as const) {
    await page.keyboard.press('Tab');
    const action = thread.action(message, name);
    await expect(action).toBeFocused();
    await expect(action.locator('..')).toHaveCSS('opacity', '1');
  }
  await page.keyboard.press('Enter');
  await expect(chat.replies).toBeFocused();
  await chat.expectReplied(1);
  await expect(chat.replies).toContainText('2 of 2');
});

test('messages with versions, an open edit and Jump to latest have no axe violations in either theme', async ({
  page,
  openConversation,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { chat } = await openConversation('Checked');
  const thread = new Thread(page);
  await chat.write(QUESTION);
  await chat.expectReplied(1);
  await thread.action(chat.replies, 'Regenerate').click();
  await chat.expectReplied(1);
  await expect(chat.replies).toContainText('2 of 2');
  await thread.wheel(-400);
  await expect(thread.jump).toBeVisible();
  await test.step('in a low window Jump to latest is only an arrow, at the side', async () => {
    const size = page.viewportSize();
    await resize(page, { width: 320, height: 256 });
    await expect(thread.jump).toBeVisible();
    const box = await thread.jump.boundingBox();
    expect(box?.width).toBeLessThan(64);
    expect(box?.x).toBeGreaterThan(240);
    if (size) await resize(page, size);
  });
  await chat.replies.hover();
  const expectNoFaults = async () => {
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveClass(theme);
      expect(await findFaults(page, { colours: theme === 'dark' }), theme).toEqual([]);
    }
  };
  await expectNoFaults();
  await thread.action(chat.mine, 'Edit').click();
  await expect(page.getByRole('textbox', { name: 'Edit message' })).toBeFocused();
  await expectNoFaults();
});
