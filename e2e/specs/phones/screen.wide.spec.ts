import type { Locator } from '@playwright/test';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { PHONE } from '../../fixtures/phone.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { Toasts } from '../../pages/toasts.ts';

test.use(PHONE);

test('the file chooser on a phone offers files and does not force the camera', async ({
  page,
  openConversation,
}) => {
  await openConversation('Garden');
  const chooser = page.getByLabel('Files to attach');
  await expect(chooser).toHaveAttribute('accept', /application\/pdf/);
  await expect(chooser).toHaveAttribute('multiple', '');
  expect(await chooser.getAttribute('capture')).toBeNull();
});

/** Returns whether the browser handles a long press: it selects text, or opens a link's menu. */
function leavesLongPress(element: Locator) {
  return element.evaluate((pressed) =>
    pressed.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
  );
}

test('a long press selects the text of a message, and opens no menu of the product on a row', async ({
  page,
  openLongConversation,
}) => {
  const { chat, last, conversation } = await openLongConversation('Garden', 4);
  const words = last.locator('p').first();
  expect(await leavesLongPress(words)).toBe(true);
  await expect(words).toHaveCSS('user-select', 'auto');

  await page.getByRole('button', { name: 'Show conversations' }).tap();
  expect(await leavesLongPress(chat.row(conversation.title))).toBe(true);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Conversations' })).toBeVisible();
});

test('a toast after sign-in covers neither the heading nor the composer', async ({ page }) => {
  const screen = new SignInPage(page);
  await screen.open();
  await screen.signIn(demoAccounts.worker);
  const heading = page.getByRole('heading', { name: 'Welcome to Second Homie' });
  await expect(heading).toBeVisible();
  const toasts = new Toasts(page);
  await toasts.expectSuccess('Welcome back!', 'You have been successfully signed in.');
  const composer = page.getByRole('textbox', { name: 'First message' });
  await toasts.expectClearOf(heading, composer, page.getByRole('button', { name: 'Send' }));
});

test('the button of the theme is clear of the card of the sign-in page', async ({ page }) => {
  await new SignInPage(page).open();
  const toggle = await page.getByRole('button', { name: /theme/i }).boundingBox();
  const logo = page.getByRole('link', { name: 'Home' });
  // The card is the box around the logo that has a border.
  const card = await logo.evaluate((link) => {
    let box: Element | null = link;
    while (box && getComputedStyle(box).borderTopWidth === '0px') box = box.parentElement;
    return box?.getBoundingClientRect().top;
  });
  expect(card).toBeGreaterThanOrEqual((toggle?.y ?? Infinity) + (toggle?.height ?? 0));
});

test('the header of a conversation shows a title of 36 characters in full', async ({
  page,
  openConversation,
}) => {
  const title = 'Notes about the garden of this house';
  await openConversation(title);
  const shown = page.getByRole('main').getByTitle(title, { exact: true });
  await expect(shown).toBeVisible();
  expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
