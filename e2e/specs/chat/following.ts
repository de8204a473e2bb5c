import { expect, FIRST_WORDS } from '../../fixtures/held-replies.ts';
import { resize } from '../../fixtures/resize.ts';
import type { Page } from '@playwright/test';
import type { Fixtures } from '../../fixtures/test.ts';
import type { HeldProvider } from '../../fixtures/held-provider.ts';
import type { ChatPage } from '../../pages/chat-page.ts';
import type { Thread } from '../../pages/thread.ts';

/** The sizes of the window. */
export const SIZES = {
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
export async function expectToGrowInPlace(
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

/** Returns a question of this many lines. */
export const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `Line ${index + 1} of the question`).join('\n');

/** Sends a question of this many lines on this device, and expects its reply to grow below it. */
export async function expectToGrow(
  page: Page,
  openLongConversation: Fixtures['openLongConversation'],
  replies: HeldProvider,
  {
    device,
    how,
    count,
  }: { device: keyof typeof SIZES; how: 'the button' | 'the key'; count: number },
) {
  await resize(page, SIZES[device]);
  const { chat, thread } = await openLongConversation('Garden', 30);
  replies.hold();
  await chat.composer.pressSequentially(lines(count).slice(0, 4));
  await chat.composer.fill(lines(count));
  if (how === 'the button') await chat.send.click();
  else await chat.composer.press('Enter');
  await expectToGrowInPlace({ chat, thread }, replies, `Line ${count} of the question`);
}
