import { expect, FIRST_WORDS, test } from '../../fixtures/held-replies.ts';
import type { HeldProvider } from '../../fixtures/held-provider.ts';
import { resize } from '../../fixtures/resize.ts';
import type { ChatPage } from '../../pages/chat-page.ts';
import type { Thread } from '../../pages/thread.ts';

const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  'desktop at 200 % zoom': { width: 640, height: 400 },
} as const;

/** Returns the distance of the last reply below the upper edge of the messages, in whole pixels. */
const replyTop = async ({ chat, thread }: { chat: ChatPage; thread: Thread }) => {
  const [region, reply] = [
    await thread.region.boundingBox(),
    await chat.replies.last().boundingBox(),
  ];
  return Math.round((reply?.y ?? 0) - (region?.y ?? 0));
};

/**
 * Expects a held reply in the upper half of the messages, with the end of its question above it, and to stay there when
 * it is complete.
 */
async function expectToGrowInPlace(
  view: { chat: ChatPage; thread: Thread },
  replies: HeldProvider,
  lastLine: string,
) {
  const { chat, thread } = view;
  const reply = chat.replies.last();
  await expect(reply).toContainText(FIRST_WORDS);
  await expect(reply.getByText(FIRST_WORDS)).toBeInViewport();
  await expect(thread.withText(lastLine).last()).toBeInViewport();
  const height = (await thread.region.boundingBox())?.height ?? 0;
  await expect.poll(() => replyTop(view)).toBeLessThan(height / 2);
  await thread.atRest();
  const top = await replyTop(view);
  expect(top).toBeGreaterThan(0);
  replies.finish();
  await expect(reply).toHaveAttribute('aria-busy', 'false');
  await thread.atRest();
  expect(await replyTop(view)).toBe(top);
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `Line ${index + 1} of the question`).join('\n');

for (const [device, size] of Object.entries(SIZES))
  for (const [how, count] of [
    ['the button', 20],
    ['the key', 1],
    ['the key', 7],
  ] as const)
    test(`READ-01 on a ${device} the reply to a message of ${count} lines sent with ${how} grows below it, and nothing moves`, async ({
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
      await expectToGrowInPlace({ chat, thread }, replies, `Line ${count} of the question`);
    });

for (const device of ['desktop', 'phone'] as const)
  test(`on a ${device} pasted text of 1 and of 20 lines that is sent with the button has its reply below it, which does not move`, async ({
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
      await expectToGrowInPlace({ chat, thread }, replies, `Line ${count} of the question`);
    }
  });

test('a soft keyboard that closes just after sending leaves the reply below its question', async ({
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
  await expectToGrowInPlace({ chat, thread }, replies, 'Line 2 of the question');
});

test('typing and clearing lines does not move the reply', async ({
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
  await expectToGrowInPlace({ chat, thread }, replies, 'One line');
});
