import { demoAccounts } from '../../fixtures/accounts.ts';
import { resize } from '../../fixtures/resize.ts';
import { allowClipboard } from '../../fixtures/allow-clipboard.ts';
import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { ChatPage } from '../../pages/chat-page.ts';
import { Palette } from '../../pages/palette.ts';
import { Toasts } from '../../pages/toasts.ts';

ownPage(
  'a palette that fails to load shows an error; then arrow keys wrap around all sections, Escape restores the focus, and it offers the actions of the menu',
  async ({ page, context, openConversation }) => {
    const { chat } = await openConversation('Here');
    const palette = new Palette(page);
    await expect(chat.composer).toBeFocused();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Commands' }).click();
    const text = 'Part of the page could not be loaded. Check your connection and try again.';
    await new Toasts(page).expectError('Error', text);
    await context.setOffline(false);

    await chat.composer.focus();
    await palette.open();
    await expect(palette.group('New Chat with').getByRole('option')).not.toHaveCount(0);
    await page.keyboard.press('ArrowUp');
    // The last section has the commands of other remotes.
    await expect(palette.option('Security')).toHaveAttribute('aria-selected', 'true');
    await expect(palette.option(/./).last()).toHaveAttribute('aria-selected', 'true');
    await expect(palette.chosen).toBeInViewport();
    await page.keyboard.press('ArrowDown');
    await expect(palette.chosen).toHaveText(/^New Chat/);
    await page.keyboard.press('Escape');
    await expect(palette.dialog).toBeHidden();
    await expect(chat.composer).toBeFocused();

    await palette.open();
    await palette.field.fill('rename');
    await page.keyboard.press('Enter');
    await expect(chat.title).toHaveValue('Here');
    await chat.title.fill('There');
    await page.keyboard.press('Enter');
    await expect(chat.row('There')).toBeVisible();
    await expect(chat.composer).toBeFocused();

    await palette.open();
    await palette.field.fill('pin');
    await page.keyboard.press('Enter');
    await expect(chat.entries).toHaveText(['Pinned', 'There']);
    await palette.open();
    await palette.field.fill('theme');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  },
);

test('the palette offers the admin area only to administrators', async ({ page, signIn }) => {
  const palette = new Palette(page);
  await signIn(page, 'worker');
  await new ChatPage(page).open();
  await palette.open();
  await palette.field.fill('admin');
  await expect(palette.dialog.getByText('Nothing matches ‘admin’.')).toBeVisible();
  await page.keyboard.press('Escape');

  await signIn(page, demoAccounts.admin);
  await new ChatPage(page).open();
  await palette.open();
  await palette.field.fill('admin');
  await expect(palette.chosen).toHaveText('Admin Panel');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin');
});

test('the Commands button of the drawer opens the palette on a phone', async ({ page, signIn }) => {
  await resize(page, { width: 390, height: 844 });
  await signIn(page, 'worker');
  await new ChatPage(page).open();
  await page.getByRole('button', { name: 'Show conversations' }).click();
  await page.getByRole('button', { name: 'Commands' }).click();
  const palette = new Palette(page);
  await expect(palette.field).toBeFocused();
  await palette.option(/^Dripping tap/).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Property maintenance' })).toBeVisible();
});

test('shortcuts select conversations, start a chat, collapse the sidebar and focus the composer', async ({
  page,
  openChat,
}) => {
  const { chat } = await openChat(['Third', 'Second', 'First']);
  await expect(chat.row('First')).toBeVisible();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(chat.row('First')).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(chat.row('Second')).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(chat.row('First')).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(chat.row('First')).toHaveAttribute('aria-current', 'page');

  await chat.search.focus();
  await page.keyboard.press('Shift+Escape');
  await expect(chat.composer).toBeFocused();
  await page.keyboard.press('Control+Shift+S');
  await expect(chat.sidebar).toHaveCSS('width', '64px');
  await page.keyboard.press('Control+Shift+O');
  await expect(chat.dialog.getByRole('heading', { name: 'New Conversation' })).toBeVisible();
  // Shortcuts are disabled while a dialog is open.
  await page.keyboard.press('Control+Shift+S');
  await page.keyboard.press('Escape');
  await expect(chat.sidebar).toHaveCSS('width', '64px');
});

test('Ctrl+Shift+X copies the last reply', async ({ page, context, openConversation }) => {
  await allowClipboard(context);
  const { chat } = await openConversation('To be copied');
  await page.keyboard.press('Control+Shift+X');
  await chat.write('Which assistants may I use?');
  await chat.expectReplied(1);
  await page.keyboard.press('Control+Shift+X');
  await new Toasts(page).expectSuccess('Copied', 'The last reply is on the clipboard.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^You have access to/);
});

test('the palette searches messages on the server and opens a match', async ({
  page,
  openConversation,
}) => {
  const title = 'About the house, its boiler and whom we called about it';
  const { chat } = await openConversation(title);
  await chat.write('The boiler hums at night.');
  await chat.expectReplied(1);
  await page.goto('/app');
  const palette = new Palette(page);
  await page.getByRole('button', { name: 'Commands' }).click();
  await palette.field.fill('hums at');
  await expect(palette.chosen).toHaveText(new RegExp(`^${title}.*hums at night`));
  // The excerpt does not truncate the title.
  const isCut = palette.chosen
    .getByText(title)
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(await isCut).toBe(false);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/message=/);
  await expect(chat.mine.first()).toBeInViewport();
});
