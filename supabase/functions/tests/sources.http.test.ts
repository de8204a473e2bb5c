import { afterAll, beforeAll, expect, test } from 'vitest';
import { getTurnId } from './support/stream-reading.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

const provider = new ScriptedProvider();
let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer({ dependencies: { provider } });
});
afterAll(() => server.stop());

test('notes of a reply are in its last event, in its messages and in the export, without notes of other replies', async () => {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Hi' });
  (await provider.reply())
    .start()
    .emit({ type: 'note', message: 'Only the first page was read.' })
    .write('Hello')
    .finish();
  const notes = ['Only the first page was read.'];
  expect((await sending).at(-1)).toMatchObject({ event: 'final', data: { notes } });
  const [question, reply] = await person.messages(conversationId);
  expect(reply).toMatchObject({ content: 'Hello', notes });
  expect(reply).not.toHaveProperty('citations');
  for (const format of ['markdown', 'json']) {
    const file = await person.get(`/conversations/${conversationId}/export?format=${format}`);
    expect(file).toMatchObject({
      text: expect.stringContaining('Only the first page was read.'),
    });
  }

  const again = person.reply(conversationId, { messageId: question?.id ?? '' });
  (await provider.reply()).start().write('Hello again').finish();
  expect((await again).at(-1)).not.toHaveProperty('data.notes');
});

test('a note after the last text is stored, also for a reply that is stopped and continued', async () => {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Hi', leaveAfter: 3 });
  (await provider.reply()).start().write('Half').emit({ type: 'note', message: 'First.' });
  const continues = getTurnId(await sending);
  await person.call('POST', `/conversations/${conversationId}/stop`, { turnId: continues });
  await person.resume(conversationId, continues);
  const [question, stopped] = await person.messages(conversationId);
  expect(stopped).toMatchObject({ content: 'Half', notes: ['First.'] });

  const going = person.reply(conversationId, { messageId: question?.id ?? '', continues });
  (await provider.reply())
    .start()
    .write(' more')
    .emit({ type: 'note', message: 'Second.' })
    .finish();
  expect((await going).at(-1)).toMatchObject({ data: { notes: ['First.', 'Second.'] } });
});
