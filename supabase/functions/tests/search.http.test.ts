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

test('a piece of a message is found in capitals or not, with what is around it, newest activity first', async () => {
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

test('letters beyond ASCII are found in capitals or not', async () => {
  const { person } = await personWith({ a: ['Ärger mit Ελλάδα und МОСКВА'] });
  for (const q of ['ärger', 'ΕΛΛ', 'москва'])
    expect(titles(await search(person, q))).toEqual(['a']);
});

test('a title is found too; the conversation then has no match in a message', async () => {
  const { person } = await personWith({ 'Lease of Ava': ['Hello'], b: ['Hello'] });
  expect(await search(person, 'OF AVA')).toMatchObject([
    { conversation: { title: 'Lease of Ava', running: false, archived: false }, match: null },
  ]);
});

test('a conversation that was put away is found, and says so', async () => {
  const { person, ids } = await personWith({ a: ['lease'] });
  await person.call('PUT', `/conversations/${ids.get('a')}`, { archived: true });
  expect(await search(person, 'lease')).toMatchObject([{ conversation: { archived: true } }]);
});

test('what has a meaning in patterns elsewhere means itself', async () => {
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

test('one and two characters are found, and characters outside the basic plane', async () => {
  const { person } = await personWith({ a: ['日本語 and 👩‍👩‍👧 here'] });
  for (const q of ['日', '日本', '👩', '👩‍👩‍👧 h']) {
    expect(titles(await search(person, q))).toEqual(['a']);
  }
  const [hit] = await search(person, '👧');
  expect(hit?.match).toMatchObject({ text: '👧', after: ' here' });
});

test('as many are answered as asked for, 20 unless said', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `lease ${index}`);
  const { person } = await personWith(Object.fromEntries(names.map((name) => [name, []])));
  expect(await search(person, 'lease')).toHaveLength(20);
  expect(titles(await search(person, 'lease', 2))).toEqual(['lease 24', 'lease 23']);
});

test('what stands beyond the newest megabyte is found, of rare words and of common ones', async () => {
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

test('what cannot be looked for is refused with a sentence', async () => {
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

test("nobody finds what belongs to somebody else, an administrator neither, and a loss of access takes one's own", async () => {
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

test('within a conversation the messages that are shown are found, oldest first, by their owner alone', async () => {
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
