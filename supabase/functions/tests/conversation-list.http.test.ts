import { conversationListSchema, type ConversationList } from '@homie/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';

async function list(person: ChatClient, query: string): Promise<ConversationList> {
  return conversationListSchema.parse(await person.get(`/conversations?${query}`));
}

const titles = ({ rows }: ConversationList) => rows.map(({ title }) => title);

/** Reads the whole list in pages of `pageSize`. */
async function readings(person: ChatClient, pageSize: number): Promise<string[][]> {
  const read: string[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const reading: ConversationList = await list(person, `cursor=${cursor}&pageSize=${pageSize}`);
    read.push(titles(reading));
    cursor = reading.nextCursor;
  }
  return read;
}

let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer();
});
afterAll(() => server.stop());

/** Creates a person with conversations of these titles, latest first. */
async function personWith(names: string[]) {
  const person = await server.person();
  const assistantId = await server.assistant({ label: 'House Rules' }, [person]);
  const ids = new Map<string, string>();
  for (const name of names.toReversed()) {
    ids.set(name, await person.startConversation(assistantId, name));
  }
  const change = async (name: string, body: unknown) => {
    const { status } = await person.call('PUT', `/conversations/${ids.get(name)}`, body);
    expect(status).toBe(200);
  };
  return { person, assistantId, ids, change };
}

test('API-34 the list is read by cursor to its end: pinned first, then the newest activity, each once', async () => {
  const { person, change } = await personWith(['a', 'b', 'c', 'd', 'e']);
  await change('d', { pinned: true });
  await change('b', { pinned: true });

  expect(await readings(person, 1)).toEqual([['b'], ['d'], ['a'], ['c'], ['e']]);
  expect(await readings(person, 2)).toEqual([['b', 'd'], ['a', 'c'], ['e']]);
  expect(await readings(person, 5)).toEqual([['b', 'd', 'a', 'c', 'e']]);
  expect(await list(person, 'cursor=&pageSize=2')).not.toHaveProperty('total');
});

test('conversations with equal timestamps have a stable order across pages, without duplicates or gaps', async () => {
  const { person } = await personWith(['a', 'b', 'c', 'd', 'e']);
  await server.rows(`conversations?user_id=eq.${person.userId}`, {
    method: 'PATCH',
    body: { updated_at: '2026-11-21T03:39:11.123456+00:00' },
  });
  const all = titles(await list(person, 'cursor='));
  expect((await readings(person, 2)).flat()).toEqual(all);
  expect(all.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a conversation that becomes active between two pages moves before the cursor, and no other is skipped', async () => {
  const { person, ids } = await personWith(['a', 'b', 'c', 'd']);
  const first = await list(person, 'cursor=&pageSize=2');
  await person.send(ids.get('d') ?? '', { content: 'Hello' });
  const second = await list(person, `cursor=${first.nextCursor}&pageSize=2`);
  expect([titles(first), titles(second)]).toEqual([['a', 'b'], ['c']]);
  expect(titles(await list(person, 'cursor='))).toEqual(['d', 'a', 'b', 'c']);
});

test('archived conversations are listed separately, by cursor and by page', async () => {
  const { person, change } = await personWith(['a', 'b', 'c']);
  await change('b', { archived: true });

  for (const form of ['cursor=', 'page=1']) {
    expect(titles(await list(person, form))).toEqual(['a', 'c']);
    expect(titles(await list(person, `${form}&archived=true`))).toEqual(['b']);
  }
  expect(await list(person, 'archived=true')).toMatchObject({ total: 1, page: 1 });
});

test('the list by cursor is filtered by assistant', async () => {
  const { person } = await personWith(['a', 'b']);
  const other = await server.assistant({ label: 'Payroll' }, [person]);
  await person.startConversation(other, 'pay');
  expect(titles(await list(person, `cursor=&assistantId=${other}`))).toEqual(['pay']);
});

test('pinning, archiving, marking and renaming do not count as activity', async () => {
  const { person, change } = await personWith(['a', 'b']);
  const before = await list(person, 'cursor=');
  await change('b', { pinned: true, archived: true, unread: true, title: 'Renamed' });
  await change('b', { pinned: false, archived: false, unread: false });
  const after = await list(person, 'cursor=');
  expect(titles(after)).toEqual(['a', 'Renamed']);
  expect(after.rows.map(({ updated_at }) => updated_at)).toEqual(
    before.rows.map(({ updated_at }) => updated_at),
  );
});

test('a change without a field, or with an invalid one, is refused with an error message', async () => {
  const { person, ids } = await personWith(['a']);
  const path = `/conversations/${ids.get('a')}`;
  for (const [body, error] of [
    [{}, 'Nothing to change'],
    [{ pinned: 'yes' }, 'pinned must be true or false'],
    [{ title: ' ' }, 'Title cannot be empty'],
  ] as const) {
    expect(await person.call('PUT', path, body)).toMatchObject({ status: 422, body: { error } });
  }
});

test('a finished reply marks its conversation unread until the user marks it read or sends again', async () => {
  const { person, ids, change } = await personWith(['a']);
  const id = ids.get('a') ?? '';
  const unread = async () => (await list(person, 'cursor=')).rows[0]?.unread;
  expect(await unread()).toBe(false);
  await person.send(id, { content: 'Hello' });
  expect(await unread()).toBe(true);
  await change('a', { unread: false });
  expect(await unread()).toBe(false);
  await person.send(id, { content: 'Hello again' });
  expect(await unread()).toBe(true);
});

test('a message unarchives its conversation', async () => {
  const { person, ids, change } = await personWith(['a']);
  await change('a', { archived: true });
  await person.send(ids.get('a') ?? '', { content: 'Hello' });
  expect(titles(await list(person, 'cursor='))).toEqual(['a']);
});

test.each(['x', 'AAAA', '%27', `${'a'.repeat(201)}`])(
  'an invalid cursor is refused with an error message: %s',
  async (cursor) => {
    const { person } = await personWith([]);
    expect(await person.call('GET', `/conversations?cursor=${cursor}`)).toMatchObject({
      status: 422,
      body: { error: 'cursor must come from an earlier answer', code: 'validation_failed' },
    });
  },
);

test('a user cannot read or change the conversations of another user', async () => {
  const { person, ids } = await personWith(['a']);
  const stranger = await server.person('admin');
  expect(await list(stranger, 'cursor=')).toMatchObject({ rows: [], nextCursor: null });
  for (const body of [{ pinned: true }, { archived: true }, { unread: true }, { title: 'x' }]) {
    const answer = await stranger.call('PUT', `/conversations/${ids.get('a')}`, body);
    expect(answer).toMatchObject({ status: 404, body: { code: 'conversation_not_found' } });
  }
  expect((await list(person, 'cursor=')).rows).toMatchObject([
    { title: 'a', pinned: false, archived: false, unread: false },
  ]);
});
