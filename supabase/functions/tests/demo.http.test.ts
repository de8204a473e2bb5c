import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { FileClient } from './support/file-client.ts';
import { textOf } from './support/stream-reading.ts';

let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer();
});
afterAll(() => server.stop());

test('SEND-01 a message gets a streamed reply of the demo, which says what it is', async () => {
  const { person, conversationId } = await server.personInConversation();
  const text = textOf(await person.send(conversationId, { content: 'Hello' }));
  expect(text).toMatch(/^Demo mode \(no AI model\)/);
  expect(text).toContain('Hello, this is House Rules.');
});

test('the demo lists the participants that the person may read, and no others', async () => {
  const { person, conversationId } = await server.personInConversation();
  await server.participant('Ava Thompson', [person]);
  await server.participant('Noah Williams', [await server.person()]);

  const text = textOf(
    await person.send(conversationId, { content: 'Which participants am I assigned to?' }),
  );

  expect(text).toContain('**1 participant**');
  expect(text).toContain('- Ava Thompson');
  expect(text).not.toContain('Noah');
});

test('the demo quotes what was said earlier in the conversation', async () => {
  const { person, conversationId } = await server.personInConversation();
  await person.send(conversationId, { content: 'The spare key is under the blue pot.' });
  const text = textOf(await person.send(conversationId, { content: 'Where is the key?' }));
  expect(text).toContain('> The spare key is under the blue pot.');
});

test('the demo quotes a text file that is attached, and names one that it cannot read', async () => {
  const { person, conversationId } = await server.personInConversation();
  const files = new FileClient(person, server.server, conversationId);

  const text = textOf(
    await person.send(conversationId, {
      content: 'When is the rent due?',
      attachments: [
        await files.cleanFile({
          name: 'lease.txt',
          content: 'Pets are welcome.\n\nThe rent is due every Monday.',
        }),
        await files.cleanFile({
          name: 'plan.pdf',
          mime: 'application/pdf',
          content: '%PDF-1.7\n%%EOF',
        }),
      ],
    }),
  );

  expect(text).toContain('> The rent is due every Monday.\n>\n> — *lease.txt*');
  expect(text).toContain('I could not read plan.pdf');
});
