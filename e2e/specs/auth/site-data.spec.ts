import { expect, test } from '../../fixtures/test.ts';
import { ChatPage } from '../../pages/chat-page.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';

for (const path of ['/auth/sign-in', '/app'])
  test(`SITE-01 ${path} names blocked site data as the cause, and starts once it is allowed`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      if (document.cookie.includes('allowed')) return;
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException(`Access to ${name} is denied.`, 'SecurityError');
          },
        });
    });
    await page.goto(path);
    await expect(
      page.getByText('Your browser blocks site data for this page. Allow it and reload.'),
    ).toBeVisible();
    await expect(page.getByText('Check your connection')).toHaveCount(0);
    await page.evaluate(() => (document.cookie = 'allowed=1'));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Your browser blocks site data')).toHaveCount(0);
    await expect(
      page.getByRole('link', { name: 'Sign up' }).or(page.getByLabel('Email')).first(),
    ).toBeVisible();
  });

test('SITE-02 in a browser that saves nothing, signing in and sending work', async ({
  page,
  newUser,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
  });
  const account = await newUser();
  const screen = new SignInPage(page);
  await screen.open();
  await screen.signIn(account);
  await page.waitForURL(/\/app/);
  const chat = new ChatPage(page);
  await chat.newChat.click();
  await chat.title.fill('Unsaved');
  await chat.assistant('Policy and procedures').click();
  await chat.button('Create Chat').click();
  await chat.write('Which bus goes there?');
  await chat.expectReplied(1);
});
