import { expectAccessible } from '../../fixtures/accessible.ts';
import { expect, test } from '../../fixtures/test.ts';

declare global {
  var shown: Notification[];
}

test('ACCT-58 ACCT-59 a hidden page notifies of a finished reply without its text, and pressing that opens it', async ({
  context,
  openChat,
  page,
}) => {
  await context.grantPermissions(['notifications']);
  await page.addInitScript(() => {
    globalThis.shown = [];
    globalThis.Notification = class extends Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        globalThis.shown.push(this);
      }
    };
  });
  const show = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  const titles = () => page.evaluate(() => globalThis.shown.map(({ title, body }) => title + body));

  const { chat, conversations } = await openChat(['Other', 'Roster']);
  await page.goto('/account/notifications');
  const control = page.getByRole('switch', { name: 'Notify me when a reply is finished' });
  await expect(control).not.toBeChecked();
  await expectAccessible(page, 'main');
  await control.click();
  await expect(control).toBeChecked();
  await expect.poll(titles).toEqual(['Notifications are on']);

  const [other, roster] = conversations;
  await chat.open(roster);
  await chat.composer.fill('Who works on Monday?');
  await chat.composer.press('Enter');
  await expect(chat.replies).toHaveCount(1);
  await expect(chat.stop).toBeHidden();
  expect(await titles(), 'while the page is visible').toEqual([]);

  await chat.composer.fill('And on Tuesday?');
  await chat.composer.press('Enter');
  await show(true);
  await expect.poll(titles).toEqual(['Reply finished']);
  await show(false);
  await chat.row(other?.title ?? '').click();
  await expect(page).toHaveURL(new RegExp(`conversation=${other?.id}`));
  await page.evaluate(() => globalThis.shown[0]?.dispatchEvent(new Event('click')));
  await expect(page).toHaveURL(new RegExp(`conversation=${roster?.id}`));
  await expect(chat.replies).toHaveCount(2);
});
