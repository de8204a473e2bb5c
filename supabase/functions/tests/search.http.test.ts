import { conversationHitsSchema, type ConversationHit } from '@homie/contracts';
import { messageMatchesSchema } from '@homie/contracts/admin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';

async function search(person: ChatClient, q: string, limit?: number): Promise<ConversationHit[]> {
  const query = new URLSearchParams({ q, ...(limit && { limit: String(limit) }) });
  return conversationHitsSchema.parse(await person.get(`/conversations/search?${query}`)).rows;
}

const titles = (hits: ConversationHit[]) => hits.map(({ conversation }) => conversation.title);

let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer();
});
afterAll(() => server.stop());

/** Creates a person with conversations of these titles and messages, latest last. */
async function personWith(conversations: Record<string, string[]>) {
  const person = await server.person();
  const assistantId = await server.assistant({ label: 'House Rules' }, [person]);
  const ids = new Map<string, string>();
  let minute = 0;
  for (const [title, contents] of Object.entries(conversations)) {
    const id = await person.startConversation(assistantId, title);
    ids.set(title, id);
    for (const content of contents) {
      minute += 1;
      const created_at = new Date(Date.UTC(2126, 0, 1, 0, minute)).toISOString();
      const body = { conversation_id: id, role: 'assistant', content, created_at };
      await server.rows('messages', { method: 'POST', body });
    }
  }
  return { person, assistantId, ids };
}

test('search is case-insensitive, with an excerpt around the match, newest activity first', async () => {
  const { person } = await personWith({
    old: ['The Lease ends\n\nin June.'],
    other: ['Nothing here'],
    new: ['A lease, first', 'Another LEASE, second'],
  });
  const hits = await search(person, 'lEASe');
  expect(titles(hits)).toEqual(['new', 'old']);
  expect(hits[0]?.match).toMatchObject({
    role: 'assistant',
    before: 'Another ',
    text: 'LEASE',
    after: ', second',
  });
  expect(hits[1]?.match).toMatchObject({
    before: 'The ',
    text: 'Lease',
    after: ' ends in June.',
  });
});

test('search is case-insensitive beyond ASCII', async () => {
  const { person } = await personWith({ a: ['Ärger mit Ελλάδα und МОСКВА'] });
  for (const q of ['ärger', 'ΕΛΛ', 'москва'])
    expect(titles(await search(person, q))).toEqual(['a']);
});

test('search matches titles; the conversation then has no message match', async () => {
  const { person } = await personWith({ 'Lease of Ava': ['Hello'], b: ['Hello'] });
  expect(await search(person, 'OF AVA')).toMatchObject([
    { conversation: { title: 'Lease of Ava', running: false, archived: false }, match: null },
  ]);
});

test('search finds archived conversations, and marks them', async () => {
  const { person, ids } = await personWith({ a: ['lease'] });
  await person.call('PUT', `/conversations/${ids.get('a')}`, { archived: true });
  expect(await search(person, 'lease')).toMatchObject([{ conversation: { archived: true } }]);
});

test('search matches special characters of patterns literally', async () => {
  const { person } = await personWith({
    percent: ['100% sure'],
    underscore: ['snake_case'],
    backslash: ['C:\\homie'],
    star: ['2*3'],
    comma: ['a,b'],
    brackets: ['f(x).[y]{z}'],
    quotes: [`it's "so"`],
    plain: ['nothing special 100 sure snakeXcase 23 ab'],
  });
  for (const [q, title] of [
    ['0% s', 'percent'],
    ['%', 'percent'],
    ['_', 'underscore'],
    ['e_c', 'underscore'],
    ['\\', 'backslash'],
    [':\\h', 'backslash'],
    ['*', 'star'],
    ['2*3', 'star'],
    [',', 'comma'],
    ['(x).[', 'brackets'],
    [`'`, 'quotes'],
    [`"so"`, 'quotes'],
  ] as const) {
    expect([q, titles(await search(person, q))]).toEqual([q, [title]]);
  }
  for (const q of ['%%', '0%sure', 'or=(', '--', '*%', 'a.b']) {
    expect([q, titles(await search(person, q))]).toEqual([q, []]);
  }
});

test('search finds one and two characters, and characters outside the basic plane', async () => {
  const { person } = await personWith({ a: ['日本語 and 👩‍👩‍👧 here'] });
  for (const q of ['日', '日本', '👩', '👩‍👩‍👧 h']) {
    expect(titles(await search(person, q))).toEqual(['a']);
  }
  const [hit] = await search(person, '👧');
  expect(hit?.match).toMatchObject({ text: '👧', after: ' here' });
});

test('search returns up to the requested limit, 20 by default', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `lease ${index}`);
  const { person } = await personWith(Object.fromEntries(names.map((name) => [name, []])));
  expect(await search(person, 'lease')).toHaveLength(20);
  expect(titles(await search(person, 'lease', 2))).toEqual(['lease 24', 'lease 23']);
});

test('search finds rare and common words beyond the newest megabyte', async () => {
  const filler = 'ends in the afternoon with bücher '.repeat(2500);
  const { person } = await personWith({
    old: ['A Xylophone, ENDS with the Afternoon; BÜCHER in the afternoon'],
    new: Array.from({ length: 13 }, () => filler),
  });
  for (const q of ['xylophone', 'ends with THE afternoon', 'bücher in the Afternoon'])
    expect([q, titles(await search(person, q))]).toEqual([q, ['old']]);
  for (const q of ['afternoon in the', 'bücher with the afternoon'])
    expect([q, titles(await search(person, q))]).toEqual([q, []]);
});

test('an invalid search text is refused with an error message', async () => {
  const { person } = await personWith({});
  for (const [q, error] of [
    ['', 'Type what to look for'],
    [' \n', 'Type what to look for'],
    ['x'.repeat(121), 'Search text too long'],
    ['a\0b', 'Text contains characters that cannot be stored'],
  ] as const) {
    const query = new URLSearchParams({ q });
    expect(await person.call('GET', `/conversations/search?${query}`)).toMatchObject({
      status: 422,
      body: { error, code: 'validation_failed' },
    });
  }
  expect(await search(person, 'x'.repeat(120))).toEqual([]);
});

test('search finds no conversations of other users, also for an administrator, and none after losing access', async () => {
  const { person, assistantId } = await personWith({ 'secret title': ['secret text'] });
  const colleague = await server.person();
  await server.rows('assistant_access', {
    method: 'POST',
    body: { assistant_id: assistantId, user_id: colleague.userId },
  });
  const admin = await server.person('admin');
  for (const stranger of [colleague, admin]) {
    for (const q of ['secret', 't']) expect(await search(stranger, q)).toEqual([]);
  }
  expect(await search(person, 'secret')).toHaveLength(1);

  const access = `assistant_access?assistant_id=eq.${assistantId}&user_id=eq.${person.userId}`;
  await server.rows(access, { method: 'DELETE' });
  for (const q of ['secret', 't']) expect(await search(person, q)).toEqual([]);
});

test('search within a conversation finds the shown messages, oldest first, for its owner only', async () => {
  const person = await server.person();
  const assistantId = await server.assistant({ label: 'House Rules' }, [person]);
  const id = await person.startConversation(assistantId, 'Lease');
  const words = ['Lease, 100% sure', 'nothing', 'a LEASE again'];
  for (const content of words) await person.send(id, { content });
  const rows = await person.messages(id);
  const idOf = (text: string) =>
    rows.find(({ role, content }) => role === 'user' && content === text)?.id;
  const own = new Set(words.map(idOf));
  const find = async (q: string) => {
    const path = `/conversations/${id}/search?${new URLSearchParams({ q })}`;
    const { messageIds } = messageMatchesSchema.parse(await person.get(path));
    return messageIds.filter((each) => own.has(each));
  };
  expect(await find('lease')).toEqual([idOf('Lease, 100% sure'), idOf('a LEASE again')]);
  expect(await find('0% s')).toEqual([idOf('Lease, 100% sure')]);
  expect(await find('%%')).toEqual([]);

  // A replaced question is not shown.
  await person.send(id, { content: 'Something else', replaces: idOf('a LEASE again') ?? '' });
  expect(await find('lease')).toEqual([idOf('Lease, 100% sure')]);

  const path = `/conversations/${id}/search?q=lease`;
  for (const stranger of [await server.person(), await server.person('admin')]) {
    expect(await stranger.call('GET', path)).toMatchObject({ status: 404 });
  }
  expect(await person.call('GET', `/conversations/${id}/search?q=`)).toMatchObject({
    status: 422,
    body: { error: 'Type what to look for' },
  });
});
