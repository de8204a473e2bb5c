import { startConversations } from '../fixtures/conversations.ts';
import { FIRST_WORDS, LAST_WORDS } from '../fixtures/held-provider.ts';
import { createChatPage } from './chat.ts';
import { readDownload } from './downloads.ts';
import { expect, test as base } from './journey.ts';
import type { Screen } from './screen.ts';

/** Adds `openChat`: opens the chat of a new user with conversations of these titles; the last one is the newest. */
const test = base.extend<{ openChat(...titles: string[]): Promise<Screen> }>({
  openChat: async ({ server, newUser, openScreen }, use) => {
    await use(async (...titles) => {
      const account = await newUser();
      await startConversations(server, account, titles);
      const screen = await openScreen(account);
      await screen.open('/app');
      return screen;
    });
  },
});

/** Chooses an item of a conversation's menu in the list. */
async function choose(screen: Screen, title: string, item: string) {
  await screen.button(`Actions for ${title}`).click();
  await screen.role('menuitem', item).click();
}

test('search finds a message by its text and opens it', async ({ openConversation }) => {
  const { screen } = await openConversation('About the house');
  const chat = createChatPage(screen);
  await chat.send('The boiler hums at night.');
  await chat.expectReplied(1);
  await screen.open('/app');
  await screen.role('searchbox', 'Search conversations').fill('boiler hums');
  const found = screen.role('list', 'Search results').link(/About the house/);
  await found.expectText('boiler hums');
  await found.click();
  await screen.expectAddress(/message=/);
  await chat.mine.expectText('The boiler hums at night.');
});

test('conversations, the palette, the help and New Chat are reachable by keyboard alone', async ({
  openChat,
}) => {
  const screen = await openChat('Garden plan', 'Shopping');
  const { list, composer } = createChatPage(screen);
  await list.link(/^Shopping/).expectVisible();
  await screen.press('Alt+ArrowDown');
  await list.link(/^Shopping/).expectAttribute('aria-current', 'page');
  await screen.press('Mod+k');
  await screen.role('dialog', 'Commands').role('combobox').expectFocused();
  await screen.type('garden');
  await screen.role('option', /^Garden plan/).expectAttribute('aria-selected', 'true');
  await screen.press('Enter');
  await list.link(/^Garden plan/).expectAttribute('aria-current', 'page');
  await composer.expectFocused();
  await screen.press('Mod+/');
  await screen.role('dialog', 'Keyboard shortcuts').expectVisible();
  await screen.press('Escape');
  await screen.role('dialog').expectHidden();
  await screen.press('Mod+Shift+O');
  await screen.role('dialog', 'New Conversation').expectVisible();
});

test('the list renames, pins, archives and deletes conversations', async ({ openChat }) => {
  const screen = await openChat('Old name', 'Spare', 'Newest');
  const { list } = createChatPage(screen);
  await choose(screen, 'Old name', 'Rename');
  await screen
    .role('dialog')
    .role('textbox', /^Title/)
    .fill('New name');
  await screen.button('Save').click();
  await list.role('link').expectTexts(['Newest', 'Spare', 'New name']);

  await choose(screen, 'New name', 'Pin');
  await list.role('link').expectTexts(['New name', 'Newest', 'Spare']);

  await choose(screen, 'Spare', 'Archive');
  await list.role('link').expectTexts(['New name', 'Newest']);
  await screen.button('Undo').click();
  await list.role('link').expectTexts(['New name', 'Newest', 'Spare']);

  await choose(screen, 'Newest', 'Delete');
  await screen.role('alertdialog').button('Delete').click();
  await list.role('link').expectTexts(['New name', 'Spare']);
  await screen.tab.reload();
  await list.role('link').expectTexts(['New name', 'Spare']);
  await list.heading('Pinned').expectVisible();
});

test('OUT-01 copies a reply, exports the conversation as Markdown and prints it', async ({
  driver,
  openConversation,
}) => {
  const { screen } = await openConversation('Trip to Ballarat');
  const chat = createChatPage(screen);
  await chat.send('Which bus goes there?');
  await chat.expectReplied(1);
  await chat.replies.button('Copy').click();
  await chat.composer.click();
  // The module that copies formatted text is loaded lazily.
  const paste = async () => {
    await screen.press('Mod+a');
    await screen.press('Mod+v');
    const [field] = await chat.composer.states();
    return field?.value;
  };
  await expect.poll(paste, { timeout: 60_000 }).toContain(`${FIRST_WORDS} ${LAST_WORDS}`);

  await choose(screen, 'Trip to Ballarat', 'Export as Markdown');
  const text = await readDownload(driver, /^Trip-to-Ballarat.*\.md$/);
  expect(text).toContain('Which bus goes there?');
  expect(text).toContain(FIRST_WORDS);

  // No driver can operate a print dialog, so the page dispatches the event that the dialog would.
  await screen.tab.evaluate(() => {
    window.print = () => {
      dispatchEvent(new Event('beforeprint'));
      document.title = [...document.querySelectorAll('[data-print] article')]
        .map(({ textContent }) => textContent)
        .join(' ');
    };
  }, null);
  await choose(screen, 'Trip to Ballarat', 'Print or save as PDF');
  const title = () => screen.tab.evaluate(() => document.title, null);
  await expect.poll(title).toContain('Which bus goes there?');
  expect(await title()).toContain(FIRST_WORDS);
});
