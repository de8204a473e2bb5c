import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinText, getTurnId } from './support/stream-reading.ts';
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

test('a reader that disconnects loses nothing: the reply continues, and the remaining events are read from Last-Event-ID', async () => {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Hi', leaveAfter: 3 });
  const reply = await provider.reply();
  reply.start().write('One ');
  const seen = await sending;

  reply.write('two ').write('three').finish();
  const rest = await person.resume(conversationId, getTurnId(seen), seen.at(-1)?.seq);

  expect(joinText([...seen, ...rest])).toBe('One two three');
  expect(rest[0]?.seq).toBe(seen.length + 1);
  expect(rest.at(-1)).toMatchObject({ event: 'final', data: { text: 'One two three' } });
  expect(await person.resume(conversationId, getTurnId(seen))).toEqual([...seen, ...rest]);
  expect(await person.messages(conversationId)).toHaveLength(2);
});

test('readers in several tabs each receive the whole reply, whenever they connect', async () => {
  const { person, conversationId } = await server.personInConversation();
  const first = person.send(conversationId, { content: 'Hi', idempotencyKey: 'tab' });
  const reply = await provider.reply();
  reply.start().write('One ');
  const [running] = await person.messages(conversationId);
  const turnId = running?.turn?.id ?? '';
  const second = person.resume(conversationId, turnId);
  reply.write('two').finish();

  const events = await first;
  expect(await second).toEqual(events);
  expect(await person.resume(conversationId, turnId)).toEqual(events);
  expect(await person.resume(conversationId, turnId, events.length)).toEqual([]);
});

test('a running reply is listed as running, with its text so far', async () => {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Hi', leaveAfter: 3 });
  const reply = await provider.reply();
  reply.start().write('Half');
  const seen = await sending;

  expect(await person.get('/conversations')).toMatchObject({ rows: [{ running: true }] });
  expect(await person.messages(conversationId)).toMatchObject([
    {
      role: 'user',
      content: 'Hi',
      turn: {
        id: getTurnId(seen),
        status: 'running',
        text: 'Half',
        error_message: null,
        last_seq: 3,
      },
    },
  ]);

  reply.finish();
  await person.resume(conversationId, getTurnId(seen));
  expect(await person.get('/conversations')).toMatchObject({ rows: [{ running: false }] });
});
