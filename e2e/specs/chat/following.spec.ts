import { expect, FIRST_WORDS, test } from '../../fixtures/held-replies.ts';
import { resize } from '../../fixtures/resize.ts';
import { expectToGrow, expectToGrowInPlace, lines, SIZES } from './following.ts';

test('READ-01 the reply grows below its question, and nothing moves', async ({
  page,
  openLongConversation,
  replies,
}) => {
  for (const [device, how, count] of [
    ['desktop', 'the button', 20],
    ['phone', 'the key', 7],
    ['desktop at 200 % zoom', 'the key', 1],
  ] as const)
    await test.step(`on a ${device} the reply to a message of ${count} lines sent with ${how} grows below it, and nothing moves`, () =>
      expectToGrow(page, openLongConversation, replies, { device, how, count }));

  await test.step('typing and clearing lines does not move the reply', async () => {
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

  await test.step('a soft keyboard that closes just after sending leaves the reply below its question', async () => {
    await resize(page, { width: 390, height: 500 });
    const { chat, thread } = await openLongConversation('Garden', 30);
    replies.hold();
    await chat.composer.fill(lines(2));
    await chat.send.click();
    await resize(page, SIZES.phone);
    await expectToGrowInPlace({ chat, thread }, replies, 'Line 2 of the question');
  });
});
