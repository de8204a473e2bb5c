import { randomUUID } from 'node:crypto';
import { renameUser } from '../fixtures/accounts.ts';
import { FIRST_ASSISTANT, startConversations } from '../fixtures/conversations.ts';
import { pdfFile } from '../fixtures/files.ts';
import { FIRST_WORDS, LAST_WORDS } from '../fixtures/held-provider.ts';
import { createChatPage } from './chat.ts';
import { test } from './journey.ts';
import type { Screen, Target } from './screen.ts';

/** Uploads a document in the open dialog of an assistant. */
async function upload(office: Screen, path: string, name: string) {
  await office.field('Files to upload').first().chooseFiles(path);
  await office
    .role('dialog')
    .role('list', 'Documents')
    .text(new RegExp(`${name} .*1 passage`))
    .expectVisible();
}

/** Opens the source of a reply to a question with this word. */
async function openSource(reader: Screen, word: string, replyCount: number): Promise<Target> {
  const chat = createChatPage(reader);
  await chat.send(`When does the ${word} start?`);
  await chat.expectReplied(replyCount);
  const reply = chat.replies.last();
  await reply.expectText(LAST_WORDS);
  await reply
    .role('list', 'Sources')
    .link(new RegExp(`^Source 1 ${word}`))
    .click();
  return reader.role('complementary', 'Source');
}

test('an admin uploads a text and a PDF, and the reader of a reply that cites them opens the passages, of the PDF on its page', async ({
  file,
  server,
  newUser,
  openScreen,
}) => {
  const suffix = randomUUID().slice(0, 8);
  const [roster, rota] = [`roster${suffix}`, `rota${suffix}`];
  const office = await openScreen('admin');
  await office.open('/admin/assistants');
  await office.button(`Actions for ${FIRST_ASSISTANT}`).click();
  await office.role('menuitem', 'Documents').click();
  await office.role('dialog').button('Upload files').expectVisible();
  const text = await file(`${roster}.txt`, `The ${roster} starts on Monday.\n`);
  await upload(office, text, `${roster}.txt`);
  const pdf = pdfFile(`${rota}.pdf`, [[], [`The ${rota} starts on Tuesday.`], []]);
  await upload(office, await file(pdf.name, pdf.buffer.toString('latin1')), pdf.name);

  const account = await newUser();
  const [conversation] = await startConversations(server, account, ['Roster']);
  const reader = await openScreen(account);
  await reader.open(`/app?conversation=${conversation?.id}`);
  const passage = await openSource(reader, roster, 1);
  await passage.role('mark').expectText(`The ${roster} starts on Monday.`);
  await passage.button('Close source').click();
  await passage.expectHidden();

  const source = await openSource(reader, rota, 2);
  const page = source.role('article', 'Page 2, with the cited passage');
  await page.role('mark').expectText(`The ${rota} starts on Tuesday.`);
  await source.text('Page 2 of 3').expectVisible();
  await source.button('Next page').click();
  await source.text('Page 3 of 3').expectVisible();
  await source.button('Show text').click();
  await source.role('mark').expectText(`The ${rota} starts on Tuesday.`);
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

test('OUT-13 OUT-22 OUT-23 OUT-25 a handover on a phone, from name to answered', async ({
  newUser,
  openScreen,
  openConversation,
  server,
}) => {
  const name = `Ines ${randomUUID().slice(0, 8)}`;
  const colleague = await newUser();
  await renameUser(server, colleague, name);
  const viewport = { width: 390, height: 800 };
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
  await reader.role('list', 'New handovers').link('Open Outing').expectVisible();
  await reader.button('Show conversations, 1 unread').click();
  await reader
    .role('list', 'Handed over to you')
    .link(/^Outing/)
    .click();
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
