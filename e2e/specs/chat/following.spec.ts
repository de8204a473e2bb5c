import { expect, FIRST_WORDS, test } from '../../fixtures/held-replies.ts';
import { resize } from '../../fixtures/resize.ts';

const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  'desktop at 200 % zoom': { width: 640, height: 400 },
} as const;

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `Line ${index + 1} of the question`).join('\n');

for (const [device, size] of Object.entries(SIZES))
  for (const [how, count] of [
    ['the button', 3],
    ['the button', 20],
    ['the key', 1],
    ['the key', 7],
  ] as const)
    test(`on a ${device} a message of ${count} lines sent with ${how} and its reply are in view`, async ({
      page,
      openLongConversation,
      replies,
    }) => {
      await resize(page, size);
      const { chat, thread } = await openLongConversation('Garden', 30);
      replies.hold();
      await chat.composer.pressSequentially(lines(count).slice(0, 4));
      await chat.composer.fill(lines(count));
      if (how === 'the button') await chat.send.click();
      else await chat.composer.press('Enter');
      await expect(chat.replies.last()).toContainText(FIRST_WORDS);
      await expect(chat.replies.last().getByText(FIRST_WORDS)).toBeInViewport();
      await expect(thread.withText(`Line ${count} of the question`)).toBeInViewport();
      await expect(thread.jump).toBeHidden();
      replies.finish();
      await expect(chat.replies.last()).toHaveAttribute('aria-busy', 'false');
      await expect.poll(() => thread.fromEnd()).toBeLessThanOrEqual(1);
      await expect(thread.jump).toBeHidden();
    });

for (const device of ['desktop', 'phone'] as const)
  test(`on a ${device} pasted text of 1 and of 20 lines that is sent with the button and its reply are in view`, async ({
    page,
    openLongConversation,
    replies,
  }) => {
    await resize(page, SIZES[device]);
    const { chat, thread } = await openLongConversation('Garden', 30);
    for (const count of [1, 20]) {
      // Cuts and pastes with the real clipboard.
      await chat.composer.fill(lines(count));
      for (const key of ['a', 'x', 'v']) await chat.composer.press(`Control+${key}`);
      await expect(chat.composer).toHaveValue(lines(count));
      replies.hold();
      await chat.send.click();
      await expect(chat.replies.last()).toContainText(FIRST_WORDS);
      await expect(chat.replies.last().getByText(FIRST_WORDS)).toBeInViewport();
      await expect(thread.withText(`Line ${count} of the question`).last()).toBeInViewport();
      await expect(thread.jump).toBeHidden();
      replies.finish();
      await expect(chat.replies.last()).toHaveAttribute('aria-busy', 'false');
      await expect.poll(() => thread.fromEnd()).toBeLessThanOrEqual(1);
    }
  });

test('a soft keyboard that closes just after sending leaves the reply in view', async ({
  page,
  openLongConversation,
  replies,
}) => {
  await resize(page, { width: 390, height: 500 });
  const { chat, thread } = await openLongConversation('Garden', 30);
  replies.hold();
  await chat.composer.fill(lines(2));
  await chat.send.click();
  await resize(page, SIZES.phone);
  await expect(chat.replies.last().getByText(FIRST_WORDS)).toBeInViewport();
  replies.finish();
  await expect(chat.replies.last()).toHaveAttribute('aria-busy', 'false');
  await expect.poll(() => thread.fromEnd()).toBeLessThanOrEqual(1);
});

test('typing and clearing lines does not stop following the reply', async ({
  openLongConversation,
  replies,
}) => {
  const { chat, thread } = await openLongConversation('Garden', 30);
  replies.hold();
  await chat.composer.fill('One line');
  await chat.send.click();
  await expect(chat.replies.last()).toContainText(FIRST_WORDS);
  await chat.composer.fill(lines(12));
  await thread.atRest();
  await chat.composer.fill('');
  await thread.atRest();
  replies.finish();
  await expect(chat.replies.last()).toHaveAttribute('aria-busy', 'false');
  await expect.poll(() => thread.fromEnd()).toBeLessThanOrEqual(1);
  await expect(thread.jump).toBeHidden();
});
