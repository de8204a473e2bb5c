import { expect, test } from '../../fixtures/held-replies.ts';
import { resize } from '../../fixtures/resize.ts';
import { expectToGrow, expectToGrowInPlace, lines, SIZES } from './following.ts';

for (const [device, how, count] of [
  ['desktop', 'the key', 1],
  ['desktop', 'the key', 7],
  ['phone', 'the button', 20],
  ['phone', 'the key', 1],
  ['desktop at 200 % zoom', 'the button', 20],
  ['desktop at 200 % zoom', 'the key', 7],
] as const)
  test(`READ-01 on a ${device} the reply to a message of ${count} lines sent with ${how} grows below it, and nothing moves`, ({
    page,
    openLongConversation,
    replies,
  }) => expectToGrow(page, openLongConversation, replies, { device, how, count }));

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
