import { inTurns } from '@homie/server/testing';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sendAndReply } from './support/replies.ts';
import { ChangeStream, type ReceivedChange } from './support/change-stream.ts';
import { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

const FAST_POLL = { pollMs: 20 };
/** Polls never within a test: changes of another process arrive by notification. */
const NO_POLL = { pollMs: 3_600_000, notifiedPollMs: 3_600_000 };

const provider = new ScriptedProvider();
let server: ConversationsServer;
const streams: ChangeStream[] = [];
beforeAll(async () => {
  const dependencies = { provider, changeTiming: NO_POLL };
  server = await startConversationsServer({ dependencies });
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.leave();
});
afterAll(() => server.stop());

async function open(person: ChatClient, lastEventId?: string): Promise<ChangeStream> {
  const stream = await ChangeStream.open(person, lastEventId);
  streams.push(stream);
  return stream;
}

const elsewhere = () => server.otherProcess({ provider, changeTiming: FAST_POLL });
const path = (id: string) => `/conversations/${id}`;

test('a stream starts with ready and sends every change of the list with the current conversation', async () => {
  const { person, assistantId, conversationId } = await server.personInConversation();
  const stream = await open(person);
  expect(await stream.next()).toMatchObject({ event: 'ready', data: {} });

  for (const change of [
    { title: 'Renamed' },
    { pinned: true },
    { archived: true },
    { unread: true },
    { unread: false },
  ]) {
    await person.call('PUT', path(conversationId), change);
    expect(await stream.next()).toMatchObject({
      event: 'changed',
      data: { id: conversationId, ...change },
    });
  }
  const created = await person.startConversation(assistantId, 'Created');
  expect(await stream.next()).toMatchObject({
    event: 'changed',
    data: { id: created, title: 'Created', assistants: { label: 'House Rules' } },
  });
  await person.call('DELETE', path(created));
  expect(await stream.next()).toMatchObject({ event: 'removed', data: { id: created } });
});

test('selecting another branch sends a change, so that other tabs do not continue the old one', async () => {
  const chat = await server.personInConversation();
  const { person, conversationId } = chat;
  const first = await sendAndReply(provider, chat, { content: 'One' }, 'First');
  await sendAndReply(provider, chat, { content: 'Other', replaces: first.question }, 'Second');
  await person.call('PUT', path(conversationId), { unread: false });
  const stream = await open(person);
  await stream.next();
  await person.chooseBranch(conversationId, first.question);
  expect(await stream.next()).toMatchObject({ event: 'changed', data: { id: conversationId } });
});

test('an update without a change sends no event', async () => {
  const { person, conversationId } = await server.personInConversation();
  const stream = await open(person);
  const ready = await stream.next();
  await person.call('PUT', path(conversationId), { title: 'New conversation', pinned: false });
  await person.call('PUT', path(conversationId), { title: 'Renamed' });
  const [next, ...others] = await stream.until(({ event }) => event === 'changed');
  expect(others).toEqual([]);
  expect(next).toMatchObject({ data: { title: 'Renamed' }, id: `${Number(ready?.id) + 1}` });
});

test('a reply sends a change when it starts and when it ends, not for each delta', async () => {
  const { person, conversationId } = await server.personInConversation();
  const stream = await open(person);
  const ready = await stream.next();
  const sending = person.send(conversationId, { content: 'Hello' });
  const reply = await provider.reply();
  expect(await stream.next()).toMatchObject({ data: { running: true, unread: false } });

  reply.start();
  for (const word of ['One ', 'two ', 'three']) reply.write(word);
  reply.finish();
  await sending;
  const [ended] = await stream.until(({ data }) => 'running' in data && !data.running);
  expect(ended).toMatchObject({ data: { unread: true }, id: `${Number(ready?.id) + 2}` });
});

test('changes in another process are sent within one poll interval', async () => {
  const { person, conversationId } = await server.personInConversation();
  const stream = await ChangeStream.open(person.on(elsewhere()));
  streams.push(stream);
  await stream.next();
  await person.call('PUT', path(conversationId), { title: 'From here' });
  expect(await stream.next()).toMatchObject({ data: { title: 'From here' } });
});

test('a reader that reconnects receives the changes since, once for each conversation', async () => {
  const { person, assistantId, conversationId } = await server.personInConversation();
  const first = await open(person);
  const ready = await first.next();
  first.leave();

  const other = await person.startConversation(assistantId, 'Other');
  await person.call('PUT', path(conversationId), { title: 'First' });
  await person.call('PUT', path(conversationId), { title: 'Second' });
  await person.call('DELETE', path(other));

  const again = await open(person, ready?.id);
  expect([await again.next(), await again.next(), await again.next()]).toMatchObject([
    { event: 'ready', id: ready?.id },
    { event: 'changed', data: { id: conversationId, title: 'Second' } },
    { event: 'removed', data: { id: other } },
  ]);
});

test.each(['999999', 'x', '-1', '9'.repeat(30)])(
  'an unknown position is answered with reset: %s',
  async (lastEventId) => {
    const { person, conversationId } = await server.personInConversation();
    const stream = await open(person, lastEventId);
    const reset = await stream.next();
    expect(reset).toMatchObject({ event: 'reset', data: {} });
    await person.call('PUT', path(conversationId), { title: 'After' });
    expect(await stream.next()).toMatchObject({
      event: 'changed',
      id: `${Number(reset?.id) + 1}`,
    });
  },
);

test('a reader that resumes after the version of a response receives the changes since that response', async () => {
  const { person, conversationId } = await server.personInConversation();
  const responses = await Promise.all([
    person.get('/conversations?cursor='),
    person.get(path(conversationId)),
    person.page(conversationId, {}),
  ]);
  await person.call('PUT', path(conversationId), { title: 'Since' });
  for (const response of responses) {
    const { version } = response as { version: number };
    const stream = await open(person, String(version));
    expect(await stream.next()).toMatchObject({ event: 'ready' });
    expect(await stream.next()).toMatchObject({ event: 'changed', data: { title: 'Since' } });
  }
});

test('changes of other users are never sent', async () => {
  const owner = await server.personInConversation();
  const stranger = await server.personInConversation();
  const stream = await open(stranger.person);
  const ready = await stream.next();
  await owner.person.call('PUT', path(owner.conversationId), { title: 'Secret' });
  await stranger.person.call('PUT', path(stranger.conversationId), { title: 'Mine' });
  expect(await stream.next()).toMatchObject({ data: { id: stranger.conversationId } });
  const again = await open(stranger.person, ready?.id);
  await again.next();
  expect(await again.next()).toMatchObject({ data: { id: stranger.conversationId } });
});

test('INSTANT-48 losing access resets the stream, and only a deleted conversation is sent as removed', async () => {
  const { person, assistantId, conversationId } = await server.personInConversation();
  const stream = await ChangeStream.open(person.on(elsewhere()));
  streams.push(stream);
  const ready = await stream.next();
  const access = `assistant_access?assistant_id=eq.${assistantId}`;
  await server.rows(access, { method: 'DELETE' });
  const reset = await stream.next();
  expect(reset).toMatchObject({ event: 'reset' });

  const conversation = `conversations?id=eq.${conversationId}`;
  await server.rows(conversation, { method: 'PATCH', body: { title: 'Not to be seen' } });
  // Reads the change when it opens.
  const later = await open(person, reset?.id);
  expect(await later.next()).toMatchObject({ event: 'ready' });
  await server.rows(conversation, { method: 'DELETE' });
  const removed = {
    event: 'removed',
    id: `${Number(reset?.id) + 2}`,
    data: { id: conversationId },
  };
  for (const each of [stream, later]) expect(await each.next()).toMatchObject(removed);
  expect(await (await open(person, ready?.id)).next()).toMatchObject({ event: 'reset' });
});

// Each process counts its own streams.
test.skipIf(inTurns)('one stream over the limit per user ends the oldest', async () => {
  const { person } = await server.personInConversation();
  const first = await open(person);
  await first.next();
  const others: (ReceivedChange | undefined)[] = [];
  for (let count = 0; count < 8; count += 1) others.push(await (await open(person)).next());
  expect(await first.next()).toBeUndefined();
  expect(others.map((change) => change?.event)).toEqual(Array(8).fill('ready'));
});

test('a visitor cannot open a stream', async () => {
  const response = await server.server.call('/functions/v1/conversations', {
    method: 'POST',
    body: JSON.stringify({ endpoint: '/conversations/changes', method: 'GET' }),
  });
  expect(response.status).toBe(401);
});

test('the stream ends when its token expires', async () => {
  const { person } = await server.personInConversation();
  const accessToken = await new SignJWT(decodeJwt(person.authorization.replace('Bearer ', '')))
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime('2s')
    .sign(new TextEncoder().encode(server.server.jwtSecret));
  const session = { accessToken, refreshToken: '', userId: person.userId };
  const stream = await open(new ChatClient(server.server, session, person.email));
  expect(await stream.next()).toMatchObject({ event: 'ready' });
  expect(await stream.next()).toBeUndefined();
});

test('the stream ends with the process', async () => {
  const { person } = await server.personInConversation();
  const stopping = new AbortController();
  const stream = await ChangeStream.open(
    person.on(server.otherProcess({ provider, shutdown: stopping.signal })),
  );
  await stream.next();
  stopping.abort();
  expect(await stream.next()).toBeUndefined();
});
