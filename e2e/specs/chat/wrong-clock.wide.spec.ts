import { listCopies, storeCopies } from '../../fixtures/device-copies.ts';
import { expect, test } from '../../fixtures/test.ts';

const DAY_MS = 24 * 60 * 60_000;

for (const [days, name] of [
  [1, 'a day ahead'],
  [-1, 'a day behind'],
  [8, 'later than a copy may be stored'],
] as const) {
  test(`INSTANT-44 with a clock ${name}, the session stays, conversations load and are stored, and messages are sent`, async ({
    page,
    context,
    openConversation,
  }) => {
    await storeCopies(context, 'device');
    const { chat, conversation } = await openConversation('Roses');
    await chat.write('Which roses?');
    await chat.expectReplied(1);
    await expect.poll(() => listCopies(page)).toEqual([conversation.id, 'list']);
    await page.addInitScript((offset) => {
      const shiftedNow = () => Reflect.apply(now, Date, []) + offset;
      const { now } = Date;
      globalThis.Date = new Proxy(Date, {
        construct: (target, values) =>
          Reflect.construct(target, values.length > 0 ? values : [shiftedNow()]),
        get: (target, key) => (key === 'now' ? shiftedNow : Reflect.get(target, key)),
      });
    }, days * DAY_MS);
    await page.reload();
    await chat.expectReplied(1);
    await chat.write('And the tulips?');
    await chat.expectReplied(2);
    await expect.poll(() => listCopies(page)).toEqual([conversation.id, 'list']);
    await expect(page.getByTestId('toast')).toHaveCount(0);
    await expect(page.getByText('Saved copy')).toHaveCount(0);
  });
}
