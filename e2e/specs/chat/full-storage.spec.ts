import { expect, test } from '../../fixtures/test.ts';
import { Toasts } from '../../pages/toasts.ts';

test('INSTANT-43 if the browser saves no draft, a toast says so once, and the text can be sent', async ({
  page,
  openConversation,
}) => {
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('homie.personal.')) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  });
  const { chat } = await openConversation('Roses');
  await chat.composer.pressSequentially('Which roses');
  await new Toasts(page).expectError(
    'Not Saved',
    'This browser cannot save messages you have not sent. They are lost if you close or reload this page.',
  );
  await expect(page.getByTestId('toast')).toHaveCount(1);
  await expect(chat.composer).toHaveValue('Which roses');
  await chat.composer.press('Enter');
  await chat.expectReplied(1);
  await expect(chat.mine).toContainText('Which roses');
});
