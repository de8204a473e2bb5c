import { resize } from '../../fixtures/resize.ts';
import { showTheme } from '../../fixtures/show-theme.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { Palette } from '../../pages/palette.ts';
import { ChatPage } from '../../pages/chat-page.ts';

test('CHAT-01 CHAT-02 the URL stores the selected conversation; scrollbars have the colours of the page', async ({
  page,
  openChat,
}) => {
  const {
    chat,
    conversations: [first, second],
  } = await openChat(['First', 'Second']);
  await test.step('selecting a conversation stores it and its assistant in the URL, which reopens it; a wrong assistant is corrected', async () => {
    const address = `/app?conversation=${first?.id}&assistant=${first?.assistant_id}`;
    await chat.row('First').click();
    await expect(page).toHaveURL(address);
    await chat.row('Second').click();
    await expect(page).toHaveURL(
      `/app?conversation=${second?.id}&assistant=${second?.assistant_id}`,
    );
    await page.goBack();
    await expect(chat.row('First')).toHaveAttribute('aria-current', 'page');

    await page.goto(
      `/app?conversation=${first?.id}&assistant=00000000-0000-4000-8000-000000000000`,
    );
    await expect(page).toHaveURL(address);
  });

  for (const theme of ['light', 'dark'] as const)
    await test.step(`scrollbars have the colours of the page in the ${theme} theme`, async () => {
      await showTheme(page, theme);
      await expect(chat.list).toHaveCSS(
        'scrollbar-color',
        `${theme === 'light' ? 'rgb(140, 131, 117)' : 'rgb(135, 126, 112)'} rgba(0, 0, 0, 0)`,
      );
    });
});

test('CHAT-03 CHAT-04 CHAT-05 CHAT-06 CHAT-11 CHAT-12 CHAT-01 CHAT-08 CHAT-09 CHAT-10 CHAT-07 LIMIT-02 the sidebar, the conversation, and the drawer of a small screen', async ({
  page,
  signIn,
}) => {
  const chat = new ChatPage(page);
  const { sidebarToggle } = new AppHeader(page);
  await test.step('a complete sidebar of 20 rem next to the welcome screen collapses to 4 rem, also after a reload', async () => {
    const { email } = await signIn(page, 'worker');
    await chat.open();
    await expect(chat.sidebar.getByRole('heading', { name: 'Conversations' })).toBeVisible();
    await expect(chat.sidebar.getByRole('button', { name: 'New Chat' })).toBeVisible();
    await expect(chat.list.getByRole('link').first()).toBeVisible();
    await expect(chat.sidebar.getByText('Signed in as')).toBeVisible();
    await expect(chat.sidebar.getByText(email)).toBeVisible();
    await expect(chat.sidebar.getByText('Second Homie 2.0')).toBeVisible();

    await expect(chat.sidebar).toHaveCSS('width', '320px');
    await sidebarToggle.click();
    await expect(chat.sidebar).toHaveCSS('width', '64px');
    await expect(sidebarToggle).toHaveAttribute('aria-expanded', 'false');
    await page.reload();
    await expect(chat.sidebar).toHaveCSS('width', '64px');
    await sidebarToggle.click();
    await expect(chat.sidebar).toHaveCSS('width', '320px');

    const main = page.getByRole('main');
    await expect(main.getByText('Start a conversation')).toBeVisible();
    await expect(main.getByText('Full AI integration')).toBeVisible();
    await expect(chat.composer).toBeHidden();
    await main.getByRole('button', { name: 'New Chat' }).last().click();
    await expect(chat.dialog.getByRole('heading', { name: 'New Conversation' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(chat.dialog).toBeHidden();
  });

  await test.step('a conversation shows its messages, the composer, and a header with the assistant and its organisation or participant', async () => {
    const main = page.getByRole('main');
    const heading = main.getByRole('heading', { level: 1 });
    const link = chat.row('Dripping tap in the laundry');

    await link.click();
    await expect(heading).toHaveText('Property maintenance');
    await expect(
      main.getByText('Second Homie (Org)', { exact: true }).filter({ visible: true }),
    ).toBeVisible();
    await expect(chat.mine.first()).toBeVisible();
    await expect(chat.replies.first()).toBeVisible();
    await expect(chat.composer).toBeFocused();

    await chat.row('Rainy day ideas with Maya').click();
    await expect(heading).toHaveText('Maya - home and routines');
    await expect(main.getByText('Maya Pereira', { exact: true })).toBeVisible();
    await expect(main.getByText('Second Homie (Org)').filter({ visible: true })).toHaveCount(0);

    const address = await link.getAttribute('href');
    expect(address).toMatch(/conversation=[\w-]+&assistant=[\w-]+/);
    await page.goto(address ?? '');
    await expect(heading).toHaveText('Property maintenance');
    await expect(chat.replies.first()).toBeVisible();
    await expect(link).toHaveAttribute('aria-current', 'page');
  });

  await test.step('the sidebar is an overlay below 768 px, and is not at 768 px', async () => {
    await resize(page, { width: 767, height: 800 });
    await expect(sidebarToggle).toBeVisible();
    await expect(chat.sidebar).toBeHidden();
    await sidebarToggle.click();
    await expect(chat.dialog.getByRole('heading', { name: 'Conversations' })).toBeVisible();
    // By keyboard: a virtual list ignores the pointer while it scrolls, and scrolling into view scrolls it.
    await chat.row('Rainy day ideas with Maya').press('Enter');
    await expect(chat.dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: /^Maya/ })).toBeVisible();

    await resize(page, { width: 768, height: 800 });
    await expect(chat.sidebar).toBeVisible();
  });
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('Enter inserts a new line, and the button sends', async ({ openConversation }) => {
    const { chat } = await openConversation('On a phone');
    await expect(chat.composer).toHaveAttribute('enterkeyhint', 'enter');
    await chat.composer.pressSequentially('One');
    await chat.composer.press('Enter');
    await chat.composer.pressSequentially('Two');
    await expect(chat.composer).toHaveValue('One\nTwo');
    await expect(chat.mine).toHaveCount(0);
    await chat.send.tap();
    await expect(chat.mine).toHaveText(/One\s*Two/);
  });

  test('the palette shows no keys and no keyboard commands', async ({ openConversation }) => {
    const { chat } = await openConversation('On a phone');
    await new AppHeader(chat.page).sidebarToggle.tap();
    await expect(chat.dialog.getByRole('button', { name: 'Keyboard shortcuts' })).toBeHidden();
    const commands = chat.dialog.getByRole('button', { name: 'Commands' });
    await expect(commands).toHaveText('Commands');
    await commands.tap();
    const palette = new Palette(chat.page);
    await expect(palette.option('New Chat').first()).toHaveText('New Chat');
    await expect(palette.option('Keyboard shortcuts')).toHaveCount(0);
  });
});
