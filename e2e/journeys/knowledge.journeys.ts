import { randomUUID } from 'node:crypto';
import { renameUser } from '../fixtures/accounts.ts';
import { FIRST_ASSISTANT, startConversations } from '../fixtures/conversations.ts';
import { pdfFile } from '../fixtures/files.ts';
import { FIRST_WORDS, LAST_WORDS } from '../fixtures/held-provider.ts';
import { createChatPage } from './chat.ts';
import { test, type Fixtures } from './journey.ts';

/** Fixtures that uploading and citing a document need. */
type Office = Pick<Fixtures, 'file' | 'server' | 'newUser' | 'openScreen'>;

/** Uploads a document as an admin, and opens the source of a reply that cites it as a user. */
async function openCited(
  { file, server, newUser, openScreen }: Office,
  { name, content, word }: { name: string; content: string; word: string },
) {
  const office = await openScreen('admin');
  await office.open('/admin/assistants');
  await office.button(`Actions for ${FIRST_ASSISTANT}`).click();
  await office.role('menuitem', 'Documents').click();
  const dialog = office.role('dialog');
  await dialog.button('Upload files').expectVisible();
  await office
    .field('Files to upload')
    .first()
    .chooseFiles(await file(name, content));
  await dialog
    .role('list', 'Documents')
    .text(new RegExp(`${name} .*1 passage`))
    .expectVisible();

  const account = await newUser();
  const [conversation] = await startConversations(server, account, ['Roster']);
  const reader = await openScreen(account);
  await reader.open(`/app?conversation=${conversation?.id}`);
  const chat = createChatPage(reader);
  await chat.send(`When does the ${word} start?`);
  await chat.expectReplied(1);
  await chat.replies.expectText(LAST_WORDS);
  await chat.replies
    .role('list', 'Sources')
    .link(new RegExp(`^Source 1 ${word}`))
    .click();
  return reader.role('complementary', 'Source');
}

test('an admin uploads a document, a reply cites it, and its reader opens the passage', async ({
  file,
  server,
  newUser,
  openScreen,
}) => {
  const word = `roster${randomUUID().slice(0, 8)}`;
  const content = `The ${word} starts on Monday.\n`;
  const document = { name: `${word}.txt`, content, word };
  const source = await openCited({ file, server, newUser, openScreen }, document);
  await source.role('mark').expectText(`The ${word} starts on Monday.`);
  await source.button('Close source').click();
  await source.expectHidden();
});

test('the reader of a cited PDF sees its page with the marked passage, and changes the page', async ({
  file,
  server,
  newUser,
  openScreen,
}) => {
  const word = `rota${randomUUID().slice(0, 8)}`;
  const pdf = pdfFile(`${word}.pdf`, [[], [`The ${word} starts on Tuesday.`], []]);
  const document = { name: pdf.name, content: pdf.buffer.toString('latin1'), word };
  const source = await openCited({ file, server, newUser, openScreen }, document);
  const page = source.role('article', 'Page 2, with the cited passage');
  await page.role('mark').expectText(`The ${word} starts on Tuesday.`);
  await source.text('Page 2 of 3').expectVisible();
  await source.button('Next page').click();
  await source.text('Page 3 of 3').expectVisible();
  await source.button('Show text').click();
  await source.role('mark').expectText(`The ${word} starts on Tuesday.`);
});

test('a user rates a reply, and an admin reviews that and reads the report of usage', async ({
  openScreen,
  openConversation,
}) => {
  const { screen, account } = await openConversation('Rated');
  const chat = createChatPage(screen);
  await chat.send('When does the roster start?');
  await chat.expectReplied(1);
  await chat.replies.button('Not helpful').click();
  const rating = screen.role('dialog');
  await rating.role('radio', "It's out of date").click();
  await rating.role('textbox', /^Comment/).fill('It starts on Tuesday.');
  await rating.button('Send feedback').click();
  await rating.expectHidden();

  const reviewer = await openScreen('admin');
  await reviewer.open(`/admin/feedback?q=${account.email}`);
  await reviewer.button(account.email).click();
  await reviewer.role('dialog').text('It starts on Tuesday.').expectVisible();
  await reviewer.role('dialog').button('Mark as reviewed').click();
  await reviewer.text('Marked as reviewed').expectVisible();
  // Closes by going back in the history, which would undo a navigation that is started before.
  await reviewer.role('dialog').expectHidden();
  await reviewer.open('/admin/reports');
  await reviewer
    .role('table')
    .role('row')
    .nth(1)
    .expectText(/ [1-9][\d,]* \d+ .*No prices set/);
});

for (const width of [1280, 390])
  test(`OUT-13 OUT-22 OUT-23 OUT-25 a handover from name to answered, ${width} pixels wide`, async ({
    newUser,
    openScreen,
    openConversation,
    server,
  }) => {
    const name = `Ines ${randomUUID().slice(0, 8)}`;
    const colleague = await newUser();
    await renameUser(server, colleague, name);
    const viewport = { width, height: 800 };
    const { screen, account } = await openConversation('Outing', { viewport });
    const chat = createChatPage(screen);
    await chat.send('When does the roster start?');
    await chat.expectReplied(1);
    await screen.button('Conversation actions').click();
    await screen.role('menuitem', 'Hand over').click();
    const dialog = screen.role('dialog');
    await dialog.role('combobox', 'Colleague').fill(name.toLowerCase());
    // The options of a shorter text are replaced: a press would meet another one.
    await screen.role('option').waitFor('expected one', ({ length }) => length === 1);
    await screen.role('option', new RegExp(name)).click();
    await dialog.role('textbox', 'Note').fill('Please ring Kim');
    await dialog.button('Hand over').click();
    await dialog.role('list', 'Handed over to').role('listitem').expectTexts([name]);

    const reader = await openScreen(colleague, { viewport });
    await reader.open('/app');
    if (width === 390) {
      await reader.button('Show conversations, 1 unread').click();
      await reader
        .role('list', 'Handed over to you')
        .link(/^Outing/)
        .click();
    } else await reader.role('list', 'New handovers').link('Open Outing').click();
    await reader.text('Read-only').expectVisible();
    await reader.text('Please ring Kim').expectVisible();
    await reader.role('article', account.email).expectText('When does the roster start?');
    await reader.role('article', 'Assistant').expectText(FIRST_WORDS);
    await reader.button('Continue in a new conversation').click();
    await reader.text(/^Continues:/).expectVisible();
    const continued = createChatPage(reader);
    await continued.send('And when does it end?');
    await continued.expectReplied(1);
    await reader.text(/^Continues:/).expectVisible();
  });
