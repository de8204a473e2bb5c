import { startConversations } from '../../fixtures/conversations.ts';
import { resize } from '../../fixtures/resize.ts';
import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { FIRST_WORDS, test as held } from '../../fixtures/held-replies.ts';
import { ChatPage } from '../../pages/chat-page.ts';
import { Palette } from '../../pages/palette.ts';

ownPage(
  'the palette opens a conversation by keyboard alone and focuses its composer',
  async ({ page, signIn, newUser, server }) => {
    const account = await newUser();
    const [first] = await startConversations(server, account, ['Garden plan', 'Shopping']);
    await signIn(page, account);
    await new ChatPage(page).open();
    const palette = new Palette(page);
    await palette.open();
    await expect(palette.field).toBeFocused();
    await expect(palette.chosen).toHaveText(/^New Chat/);
    await expect(palette.group('Recent conversations').getByRole('option')).toHaveText([
      /^Shopping/,
      /^Garden plan/,
    ]);
    await page.keyboard.type('garden');
    await expect(palette.chosen).toHaveText(/^Garden plan/);
    const active = await palette.field.getAttribute('aria-activedescendant');
    await expect(palette.chosen).toHaveAttribute('id', active ?? '');
    await page.keyboard.press('Enter');
    await expect(palette.dialog).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`conversation=${first?.id}`));
    await expect(new ChatPage(page).composer).toBeFocused();
  },
);

test('the palette starts a chat, focuses the search field, and keys show the shortcuts', async ({
  page,
  openChat,
}) => {
  const { chat } = await openChat([]);
  const palette = new Palette(page);
  await test.step('the palette starts a chat with a preselected assistant', async () => {
    await palette.open();
    await palette.field.fill('roster');
    await expect(palette.group('New Chat with').getByRole('option')).toHaveText(
      /^Roster and leave/,
    );
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(chat.assistant('Roster and leave')).toBeChecked();
    await chat.button('Create Chat').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Roster and leave' })).toBeVisible();
  });

  for (const width of [390, 1280])
    await test.step(`at ${width} px the palette focuses the search field every time`, async () => {
      await resize(page, { width, height: 844 });
      for (const _time of [1, 2]) {
        await palette.open();
        await palette.field.fill('search conv');
        await page.keyboard.press('Enter');
        await expect(chat.search).toBeFocused();
        if (width < 768) await page.keyboard.press('Escape');
      }
    });

  await test.step('Ctrl+/ and the sidebar button show the keyboard shortcuts', async () => {
    await expect(chat.list).toBeVisible();
    await page.keyboard.press('Control+/');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(help.getByRole('heading', { level: 3 })).toHaveText([
      'General',
      'Conversations',
      'Messages',
    ]);
    await expect(help.getByText('Control Shift O')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await chat.sidebar.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(help).toBeVisible();
  });
});

held(
  'Escape in the message field stops the reply, in a dialog it does not',
  async ({ page, replies, openConversation }) => {
    const { chat } = await openConversation('To be stopped');
    replies.hold();
    await chat.write('Which assistants may I use?');
    // A reply that is stopped before its first words shows another note.
    await expect(chat.replies).toContainText(FIRST_WORDS);
    const palette = new Palette(page);
    await palette.open();
    await page.keyboard.press('Escape');
    await expect(palette.dialog).toBeHidden();
    await expect(chat.composer).toBeFocused();
    await expect(chat.stop).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(chat.replies).toContainText('You stopped this reply.');
  },
);
