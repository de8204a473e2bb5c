import type { Page } from '@playwright/test';
import { PHONE } from '../../fixtures/phone.ts';
import { expect, test } from '../../fixtures/shared-page.ts';

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

test('the chat avoids the notch, the home indicator and a keyboard that covers the window', async ({
  page,
  openLongConversation,
}) => {
  const { chat, thread, last } = await openLongConversation('Garden', 30);
  await addInsets(page);
  await test.step('a keyboard that covers the window leaves the composer and the end of the conversation in view', async () => {
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

  await test.step('disables pull-to-refresh', async () => {
    await chat.composer.fill('Half a sentence');
    await expect(page.locator('html')).toHaveCSS('overscroll-behavior-y', 'contain');
  });

  await test.step('header, composer, drawer, dialog and toast avoid the notch and the home indicator', async () => {
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

  await test.step('a keyboard that covers the window leaves the buttons of a dialog in view', async () => {
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
});

test('the pages fit a phone and its password manager', async ({ page }) => {
  await test.step('the viewport covers the whole screen, resizes with the keyboard and allows zoom', async () => {
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

  await test.step('marks the fields of sign-in and sign-up for password managers', async () => {
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
});
