import type { Page } from '@playwright/test';
import { PHONE } from '../../fixtures/phone.ts';
import { expect, test } from '../../fixtures/shared-page.ts';

test.use(PHONE);

/** Goes back as the button or the gesture of a phone does, without waiting for a navigation. */
const goBack = (page: Page) => page.evaluate(() => history.back());

test('Back closes the drawer, menus and dialogs of the chat before it leaves the conversation', async ({
  page,
  openChat,
}) => {
  const { chat, conversations } = await openChat(['Garden', 'Lease']);
  const drawer = page.getByRole('dialog', { name: 'Conversations' });
  const show = page.getByRole('button', { name: 'Show conversations' });
  // Also in the first history entry of the document, where Back would leave the product.
  await show.tap();
  await expect(drawer).toBeVisible();
  await goBack(page);
  await expect(drawer).toBeHidden();
  await expect(show).toBeFocused();

  await show.tap();
  await chat.row('Garden').tap();
  await expect(drawer).toBeHidden();
  await expect(chat.composer).toBeVisible();
  const address = page.url();
  expect(address).toContain(conversations[0]?.id);

  await page.getByRole('button', { name: 'Conversation actions' }).tap();
  await expect(page.getByRole('menu')).toBeVisible();
  await goBack(page);
  await expect(page.getByRole('menu')).toBeHidden();

  for (const action of ['Rename', 'Delete']) {
    await page.getByRole('button', { name: 'Conversation actions' }).tap();
    await page.getByRole('menuitem', { name: action }).tap();
    await expect(chat.dialog).toBeVisible();
    await goBack(page);
    await expect(chat.dialog).toBeHidden();
    expect(page.url()).toBe(address);
  }

  await show.tap();
  await drawer.getByRole('button', { name: 'Commands' }).tap();
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await goBack(page);
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeHidden();
  expect(page.url()).toBe(address);

  await goBack(page);
  await expect(page.getByRole('heading', { name: /welcome/i })).toBeVisible();
});

test('Back closes the dialogs of the administration one by one', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  await page.goto('/admin/assistants?q=Shift');
  await page.getByRole('button', { name: 'Shift notes', exact: true }).tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Shift notes 2');
  await goBack(page);
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await goBack(page);
  await expect(question).toBeHidden();
  await expect(dialog).toBeVisible();
  await goBack(page);
  await page.getByRole('button', { name: 'Discard' }).tap();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/assistants\?q=Shift$/);
});

test('Back closes a dialog that a link opened, and stays on its screen', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'admin');
  await page.goto('/admin/participants?create=participant');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await goBack(page);
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/participants$/);
});
