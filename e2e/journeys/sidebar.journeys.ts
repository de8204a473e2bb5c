import { startConversations } from '../fixtures/conversations.ts';
import { FIRST_WORDS, LAST_WORDS } from '../fixtures/held-provider.ts';
import { createChatPage } from './chat.ts';
import { readDownload } from './downloads.ts';
import { expect, test } from './journey.ts';
import type { Screen } from './screen.ts';

/** Chooses an item of a conversation's menu in the list. */
async function choose(screen: Screen, title: string, item: string) {
  await screen.button(`Actions for ${title}`).click();
  await screen.role('menuitem', item).click();
}

test('conversations, the palette, the help and New Chat are reachable by keyboard alone, and the list renames, pins, archives and deletes', async ({
  server,
  newUser,
  openScreen,
}) => {
  const account = await newUser();
  await startConversations(server, account, ['Old name', 'Spare', 'Newest']);
  const screen = await openScreen(account);
  await screen.open('/app');
  const { list, composer } = createChatPage(screen);
  await list.link(/^Newest/).expectVisible();
  await screen.press('Alt+ArrowDown');
  await list.link(/^Newest/).expectAttribute('aria-current', 'page');
  await screen.press('Mod+k');
  await screen.role('dialog', 'Commands').role('combobox').expectFocused();
  await screen.type('old');
  await screen.role('option', /^Old name/).expectAttribute('aria-selected', 'true');
  await screen.press('Enter');
  await list.link(/^Old name/).expectAttribute('aria-current', 'page');
  await composer.expectFocused();
  await screen.press('Mod+/');
  await screen.role('dialog', 'Keyboard shortcuts').expectVisible();
  await screen.press('Escape');
  await screen.role('dialog').expectHidden();
  await screen.press('Mod+Shift+O');
  await screen.role('dialog', 'New Conversation').expectVisible();
  await screen.press('Escape');
  await screen.role('dialog').expectHidden();

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

test('OUT-01 copies a reply, exports the conversation as Markdown, prints it, and finds it by a text', async ({
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

  await screen.open('/app');
  await screen.role('searchbox', 'Search conversations').fill('bus goes');
  const found = screen.role('list', 'Search results').link(/Trip to Ballarat/);
  await found.expectText('bus goes');
  await found.click();
  await screen.expectAddress(/message=/);
  await chat.mine.expectText('Which bus goes there?');
});
