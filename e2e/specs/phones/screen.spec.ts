import type { Locator, Page } from '@playwright/test';
import { PHONE } from '../../fixtures/phone.ts';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { Toasts } from '../../pages/toasts.ts';

test.use(PHONE);

const INSETS = { top: 47, bottom: 34 };
const KEYBOARD = 336;

/** Emulates the notch and the home indicator of an iPhone. */
async function addInsets(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS });
}

/** Opens a keyboard as iOS does: it covers the window, and only the visual viewport changes. */
function coverByKeyboard(page: Page, height: number) {
  return page.evaluate((covered) => {
    if (!visualViewport) throw new Error('No visual viewport');
    const visible = document.documentElement.clientHeight - covered;
    Object.defineProperty(visualViewport, 'height', { value: visible, configurable: true });
    visualViewport.dispatchEvent(new Event('resize'));
  }, height);
}

async function edges(page: Page, selector: string) {
  return page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { top, bottom };
  });
}

test('header, composer, drawer, dialog and toast avoid the notch and the home indicator', async ({
  page,
  openChat,
}) => {
  const { chat, conversations } = await openChat(['Garden']);
  await chat.open(conversations[0]);
  await addInsets(page);
  const bottom = PHONE.viewport.height - INSETS.bottom;
  expect((await edges(page, 'header button >> nth=0')).top).toBeGreaterThanOrEqual(INSETS.top);
  await expect(chat.send).toBeInViewport();
  const send = await chat.send.boundingBox();
  expect((send?.y ?? 0) + (send?.height ?? 0)).toBeLessThanOrEqual(bottom);

  // Disabled for assistive technology, but a press shows the reason.
  await page.getByRole('button', { name: 'Web research' }).tap({ force: true });
  await expect(page.getByTestId('toast')).toBeVisible();
  expect((await edges(page, '[data-toast]')).top).toBeGreaterThanOrEqual(INSETS.top + 56);

  await page.getByRole('button', { name: 'Show conversations' }).tap();
  const drawer = page.getByRole('dialog', { name: 'Conversations' });
  const close = await drawer.getByRole('button', { name: 'Close' }).boundingBox();
  expect(close?.y).toBeGreaterThanOrEqual(INSETS.top);
  const commands = await drawer.getByRole('button', { name: 'Commands' }).first().boundingBox();
  expect((commands?.y ?? 0) + (commands?.height ?? 0)).toBeLessThanOrEqual(bottom);

  await drawer.getByRole('button', { name: 'Actions for Garden' }).tap();
  await page.getByRole('menuitem', { name: 'Rename' }).tap();
  const save = await chat.dialog.getByRole('button').last().boundingBox();
  expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThanOrEqual(bottom);
});

test('a keyboard that covers the window leaves the composer and the end of the conversation in view', async ({
  page,
  openLongConversation,
}) => {
  const { chat, thread, last } = await openLongConversation('Garden', 30);
  await addInsets(page);
  await chat.composer.tap();
  await coverByKeyboard(page, KEYBOARD);
  const visible = PHONE.viewport.height - KEYBOARD;
  const end = () =>
    chat.send.boundingBox().then((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0)));
  await expect.poll(end).toBeLessThanOrEqual(visible);
  // No padding for the home indicator, which the keyboard covers.
  expect(await end()).toBeGreaterThan(visible - 24);
  await expect.poll(() => thread.fromEnd()).toBeLessThanOrEqual(1);
  await expect(last).toBeInViewport();

  await coverByKeyboard(page, 0);
  await expect.poll(end).toBeGreaterThan(visible);
});

test('a keyboard that covers the window leaves the buttons of a dialog in view', async ({
  page,
  openChat,
}) => {
  const { chat } = await openChat(['Garden']);
  await page.getByRole('button', { name: 'Show conversations' }).tap();
  await chat.chooseAction('Garden', 'Rename');
  await expect(chat.title).toBeFocused();
  await coverByKeyboard(page, KEYBOARD);
  const save = chat.dialog.getByRole('button').last();
  await expect
    .poll(async () => {
      const box = await save.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    })
    .toBeLessThanOrEqual(PHONE.viewport.height - KEYBOARD);
});

test('the viewport covers the whole screen, resizes with the keyboard and allows zoom', async ({
  page,
}) => {
  for (const address of ['/', '/auth/sign-in']) {
    await page.goto(address);
    const content = await page.locator('meta[name=viewport]').getAttribute('content');
    expect(content?.split(/,\s*/)).toEqual([
      'width=device-width',
      'initial-scale=1',
      'viewport-fit=cover',
      'interactive-widget=resizes-content',
    ]);
  }
});

test('disables pull-to-refresh', async ({ page, openLongConversation }) => {
  const { chat } = await openLongConversation('Garden', 4);
  await chat.composer.fill('Half a sentence');
  await expect(page.locator('html')).toHaveCSS('overscroll-behavior-y', 'contain');
});

test('marks the fields of sign-in and sign-up for password managers', async ({ page }) => {
  await page.goto('/auth/sign-in');
  const email = page.getByLabel('Email');
  await expect(email).toHaveAttribute('autocomplete', 'username');
  await expect(email).toHaveAttribute('inputmode', 'email');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
    'autocomplete',
    'current-password',
  );
  await page.getByRole('tab', { name: 'Sign Up' }).tap();
  await expect(email).toHaveAttribute('autocomplete', 'username');
  await expect(email).toHaveAttribute('type', 'email');
  for (const label of ['Password', 'Confirm Password'])
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute(
      'autocomplete',
      'new-password',
    );
});

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
