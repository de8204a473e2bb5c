import { FILE_TYPES } from '@homie/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_NOTE } from '../_shared/domain/demo/demo-answer.ts';
import { pdfDocument, workbook } from '../_shared/domain/extract/testing/documents.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { FileClient } from './support/file-client.ts';
import { joinText } from './support/stream-reading.ts';

let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer();
});
afterAll(() => server.stop());

test('SEND-01 streams a demo reply to a message, and notes in the first of a conversation that it is a demo', async () => {
  const { person, conversationId } = await server.personInConversation();
  const events = await person.send(conversationId, { content: 'Hello' });
  const text = joinText(events);
  expect(events.at(-1)).toMatchObject({ event: 'final', data: { notes: [DEMO_NOTE] } });
  const second = await person.send(conversationId, { content: 'Hello' });
  expect(second.at(-1)).not.toHaveProperty('data.notes');
  expect(text).toContain('Hello, this is House Rules.');
});

test('the demo lists only the participants that the user may read', async () => {
  const { person, conversationId } = await server.personInConversation();
  await server.participant('Ava Thompson', [person]);
  await server.participant('Noah Williams', [await server.person()]);

  const text = joinText(
    await person.send(conversationId, { content: 'Which participants am I assigned to?' }),
  );

  expect(text).toContain('**1 participant**');
  expect(text).toContain('- Ava Thompson');
  expect(text).not.toContain('Noah');
});

test('the demo quotes earlier messages of the conversation', async () => {
  const { person, conversationId } = await server.personInConversation();
  await person.send(conversationId, { content: 'The spare key is under the blue pot.' });
  const text = joinText(await person.send(conversationId, { content: 'Where is the key?' }));
  expect(text).toContain('> The spare key is under the blue pot.');
});

test('the demo quotes attached files with page, sheet and row, notes unreadable ones, and finds them later', async () => {
  const { person, conversationId } = await server.personInConversation();
  const files = new FileClient(person, server.server, conversationId);
  const [pdf, xlsx, scanned] = [
    await files.cleanFile({
      name: 'lease.pdf',
      mime: 'application/pdf',
      content: pdfDocument([['Pets are welcome.'], ['The rent is due every Monday.']]),
    }),
    await files.cleanFile({
      name: 'costs.xlsx',
      mime: FILE_TYPES.xlsx[0],
      content: workbook({
        Costs: [
          ['Item', 'Amount'],
          ['Rent of the garage', 35.5],
          ['Tea', 3],
        ],
      }),
    }),
    await files.cleanFile({
      name: 'scan.pdf',
      mime: 'application/pdf',
      content: pdfDocument([[]]),
    }),
  ];
  const events = await person.send(conversationId, {
    content: 'When is the rent due?',
    attachments: [pdf, xlsx, scanned],
  });
  const file = pdf.supabasePath.slice('attachments/'.length);
  expect(joinText(events)).toContain(
    `> The rent is due every Monday.\n>\n> — *[lease.pdf, page 2](/app?file=${file}&place=page-2)*`,
  );
  expect(joinText(events)).toContain('I could not read scan.pdf');
  const notes = [
    'scan.pdf has no text that can be read: its pages are probably scanned pictures.',
    DEMO_NOTE,
  ];
  expect(events.at(-1)).toMatchObject({ event: 'final', data: { notes } });

  const total = await person.send(conversationId, { content: 'What is the total of Amount?' });
  expect(joinText(total)).toContain('**38.5**');
  expect(total.at(-1)).not.toHaveProperty('data.notes');
  const row = await person.send(conversationId, { content: 'How much is the garage?' });
  expect(joinText(row)).toContain(
    'costs.xlsx where **Item** is “Rent of the garage” is **35.5**, from row 2.',
  );
});

test('the cached text of a file is not used once the user may no longer read the file', async () => {
  const { person, conversationId } = await server.personInConversation();
  const files = new FileClient(person, server.server, conversationId);
  const file = await files.cleanFile({ content: 'The alarm code is 4711.' });
  const send = async () =>
    joinText(await person.send(conversationId, { content: 'Which alarm code?' }));
  await person.send(conversationId, { content: 'See the file', attachments: [file] });
  expect(await send()).toContain('4711');

  await server.rows(`attachments?supabase_path=eq.${file.supabasePath}`, {
    method: 'PATCH',
    body: { scan_status: 'blocked' },
  });
  expect(await send()).not.toContain('4711');
});
