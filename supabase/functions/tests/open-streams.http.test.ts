import { once } from 'node:events';
import { connect } from 'node:net';
import { inTurns } from '@homie/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEventStream, joinText, getTurnId } from './support/stream-reading.ts';
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

async function startReply() {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Hi', leaveAfter: 1 });
  const reply = await provider.reply();
  return { person, conversationId, reply, turnId: getTurnId(await sending) };
}

test('more than twenty streams of one user end the oldest, and its reader receives the remaining events on reconnect', async () => {
  const { person, conversationId, reply, turnId } = await startReply();
  reply.start().write('One ');
  const open = async () => {
    const endpoint = `/conversations/${conversationId}/stream?turnId=${turnId}`;
    const events = parseEventStream(await person.post({ endpoint, method: 'GET' }));
    return { first: await events.next(), events };
  };
  const oldest = await open();
  const others = [];
  // Each process counts its own streams.
  for (let count = 0; count < (inTurns ? 40 : 20); count += 1) others.push(await open());

  const seen = [oldest.first.value];
  for await (const event of oldest.events) seen.push(event);
  expect(seen.map(({ event }) => event)).toEqual(['info', 'created', 'delta']);
  const resumed = person.resume(conversationId, turnId, seen.length);
  reply.write('two').finish();
  expect(joinText(seen) + joinText(await resumed)).toBe('One two');
  const newest = [];
  for await (const event of others.at(-1)?.events ?? []) newest.push(event);
  expect(joinText(newest)).toBe('One two');
});

test('a reader that accepts nothing blocks neither the reply nor its other readers', async () => {
  const { person, conversationId, reply, turnId } = await startReply();
  const { hostname, port } = new URL(server.server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const body = JSON.stringify({
    endpoint: `/conversations/${conversationId}/stream?turnId=${turnId}`,
    method: 'GET',
  });
  const headers = [
    'POST /functions/v1/conversations HTTP/1.1',
    `host: ${hostname}`,
    `authorization: ${person.authorization}`,
    `apikey: ${server.server.publishableKey}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ];
  socket.pause();
  socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`);

  const piece = 'x'.repeat(50_000);
  const reading = person.resume(conversationId, turnId);
  reply.start();
  for (let count = 0; count < 100; count += 1) reply.write(piece);
  reply.finish();
  expect(joinText(await reading)).toHaveLength(5_000_000);
  socket.destroy();
});
