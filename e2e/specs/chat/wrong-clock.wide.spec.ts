import { listCopies, storeCopies } from '../../fixtures/device-copies.ts';
import { expect, test } from '../../fixtures/test.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Entry of the session storage with the milliseconds that the clock is ahead. */
const OFFSET = 'clock-offset';

test('INSTANT-44 with a clock a day behind, a day ahead, or later than a copy may be stored, the session stays, conversations load and are stored, and messages are sent', async ({
  page,
  context,
  openConversation,
}) => {
  await storeCopies(context, 'device');
  const { chat, conversation } = await openConversation('Roses');
  await chat.write('Which roses?');
  await chat.expectReplied(1);
  const expectStored = () => expect.poll(() => listCopies(page)).toEqual([conversation.id, 'list']);
  await expectStored();
  await page.addInitScript((key) => {
    const { now } = Date;
    const shiftedNow = () => Reflect.apply(now, Date, []) + Number(sessionStorage.getItem(key));
    globalThis.Date = new Proxy(Date, {
      construct: (target, values) =>
        Reflect.construct(target, values.length > 0 ? values : [shiftedNow()]),
      get: (target, key) => (key === 'now' ? shiftedNow : Reflect.get(target, key)),
    });
  }, OFFSET);
  for (const [index, days] of [-1, 1, 8].entries())
    await test.step(`${days} days`, async () => {
      await page.evaluate(([key, offset]) => sessionStorage.setItem(key, String(offset)), [
        OFFSET,
        days * DAY_MS,
      ] as const);
      await page.reload();
      await chat.expectReplied(index + 1);
      await chat.write('And the tulips?');
      await chat.expectReplied(index + 2);
      await expectStored();
      await expect(page.getByTestId('toast')).toHaveCount(0);
      await expect(page.getByText('Saved copy')).toHaveCount(0);
    });
});
