import type { ConversationHit, ConversationRow, Message } from '@homie/contracts';
import { expect, test } from 'vitest';
import { ApiError } from '../../http/api-error';
import { createQueryClient } from '../../react/query-client';
import { testConversation } from '../../testing/test-conversation';
import { messageKeys } from '../messages/message-keys';
import { applyConversationChange } from './apply-conversation-change';
import { conversationKeys } from './conversation-keys';
import { mergeHits, refineHits, searchLocally } from './local-search';

let last = 0;
function testMessage(content: string, role: Message['role'] = 'user'): Message {
  last += 1;
  return {
    id: `00000000-0000-4000-a000-${String(last).padStart(12, '0')}`,
    parent_id: null,
    alternatives: [],
    role,
    content,
    files: [],
    created_at: '2026-11-21T03:00:00+00:00',
    openai_message_id: null,
  };
}

/** A client with conversations in its list, the first one the latest, and messages of some. */
function withConversations(...conversations: [ConversationRow, Message[]?][]) {
  const client = createQueryClient();
  const rows = conversations.map(([row]) => row);
  const page = { rows, nextCursor: null, version: 1, end: null };
  client.setQueryData(conversationKeys.list(false), { pages: [page], pageParams: [''] });
  for (const [row, messages] of conversations) {
    if (!messages) continue;
    client.setQueryData(conversationKeys.detail(row.id), row);
    client.setQueryData(messageKeys.list(row.id), { rows: messages, hasEarlier: false });
  }
  return client;
}

const titles = (hits: readonly ConversationHit[]) =>
  hits.map(({ conversation }) => conversation.title);
const at = (minute: number) => `2026-11-21T03:${String(minute).padStart(2, '0')}:00+00:00`;
const toHit = (title: string, minute = 0): ConversationHit => ({
  conversation: testConversation({ title, updated_at: at(minute) }),
  match: null,
});
const withMatch = (hit: ConversationHit, text: string): ConversationHit => {
  const { id: messageId, role, created_at } = testMessage(text);
  return { ...hit, match: { messageId, role, created_at, before: '', text, after: '' } };
};

test('INSTANT-25 finds titles and the newest message with the text, ignoring case', () => {
  const newest = testMessage('About **ROSES** and [more](https://roses.example)', 'assistant');
  const messages = [testMessage('Roses?'), newest, testMessage('Thank you')];
  const client = withConversations(
    [testConversation({ title: 'The garden' }), messages],
    [testConversation({ title: 'Roses' })],
    [testConversation({ title: 'Lawn' }), [testMessage('Grass')]],
  );
  const hits = searchLocally(client, 'roses');
  expect(titles(hits)).toEqual(['The garden', 'Roses']);
  expect(hits.map(({ match }) => match)).toEqual([
    {
      messageId: newest.id,
      role: 'assistant',
      created_at: newest.created_at,
      before: 'About ',
      text: 'ROSES',
      after: ' and more',
    },
    null,
  ]);
});

test.each([
  ['100%', 'It is 100% sure', '100%'],
  ['1__%', 'It is 100% sure', undefined],
  ['.*', 'It is 100% sure', undefined],
  ['cafe', 'The café', undefined],
  ['CAFÉ', 'The café', 'café'],
  ['straße', 'Die STRAßE', 'STRAßE'],
  ['tap', 'İİİ a Tap drips', 'Tap'],
  ['hot water', 'hot  water', undefined],
  ["o'brien – café", 'Met O’Brien - cafe\u0301 at 9', 'O’Brien - cafe\u0301'],
])(
  'INSTANT-25 SEARCH-03 searches for %s literally in ‘%s’, as the server does',
  (q, content, found) => {
    const client = withConversations([testConversation({ title: 'Talk' }), [testMessage(content)]]);
    expect(searchLocally(client, q)[0]?.match?.text).toBe(found);
  },
);

test('INSTANT-25 an excerpt has 40 characters on either side', () => {
  const content = `${'before '.repeat(60)}tap${' after'.repeat(60)}`;
  const client = withConversations([testConversation(), [testMessage(content)]]);
  const [hit] = searchLocally(client, 'tap');
  expect(hit?.match?.before).toHaveLength(40);
  expect(hit?.match?.after).toHaveLength(40);
});

test('INSTANT-25 returns the 20 latest, wherever they are pinned', () => {
  const rows = Array.from({ length: 25 }, (_, index) =>
    testConversation({ title: `Talk ${index}`, pinned: index === 3, updated_at: at(index) }),
  );
  const client = withConversations(...rows.map((row): [ConversationRow] => [row]));
  expect(titles(searchLocally(client, 'talk'))).toEqual(
    rows
      .slice(5)
      .map(({ title }) => title)
      .toReversed(),
  );
});

test('INSTANT-25 hits of an earlier search stay if they contain the longer text', () => {
  const match = { ...withMatch(toHit('House'), 'tap').match, before: 'a ', after: ' drips' };
  const earlier = [
    { ...toHit('House'), match },
    toHit('Taps'),
    toHit('Tapes'),
  ] as ConversationHit[];
  expect(titles(refineHits(earlier, 'taps'))).toEqual(['Taps']);
  expect(titles(refineHits([toHit('O’Brien'), toHit('Obrien')], "o'b"))).toEqual(['O’Brien']);
  expect(refineHits(earlier, 'TAP D')[0]?.match).toMatchObject({
    before: 'a ',
    text: 'tap d',
    after: 'rips',
  });
});

test('INSTANT-26 hits stay in place when the server answers; what it adds follows', () => {
  const [one, two, other, newest] = [
    toHit('One', 1),
    toHit('Two', 2),
    toHit('Three', 3),
    toHit('New', 9),
  ];
  const shown = mergeHits([], [two, one], undefined, 'tap');
  expect(titles(shown)).toEqual(['Two', 'One']);
  const merged = mergeHits(shown, [two, one], [newest, other, two, one], 'tap');
  expect(titles(merged)).toEqual(['Two', 'One', 'New', 'Three']);
  // A conversation that the page loads later does not move.
  expect(titles(mergeHits(merged, [newest, two, one], [newest, other, two, one], 'tap'))).toEqual(
    titles(merged),
  );
});

test('INSTANT-26 a row retains its height: an excerpt stays, and a later one is compact', () => {
  const house = withMatch(toHit('House'), 'tap');
  const title = toHit('Taps');
  const shown = mergeHits([], [house, title], undefined, 'tap');
  const answer = [withMatch(house, 'TAP'), withMatch(title, 'a tap')];
  const merged = mergeHits(shown, [house, title], answer, 'tap');
  expect(merged[0]).toEqual(house);
  expect(merged[1]).toEqual({ ...answer[1], isCompact: true });
  expect(mergeHits(merged, [], answer, 'tap')).toEqual(merged);
});

test('INSTANT-26 a hit without confirmation is removed, unless the answer of the server is limited', () => {
  const answer = Array.from({ length: 20 }, (_, index) => toHit(`Talk ${index}`, 40 - index));
  const deleted = toHit('Deleted', 30);
  const older = toHit('Older', 5);
  const merge = (found: ConversationHit[], q = 'tap', hits = [deleted, older]) =>
    titles(mergeHits(hits, hits, found, q)).filter((title) => !title.startsWith('Talk'));
  expect(merge(answer)).toEqual(['Older']);
  expect(merge(answer.slice(1))).toEqual([]);
  // The server does not search all messages for a text without three letters in a row.
  const inMessage = withMatch(older, 'a');
  expect(merge([], 'a', [inMessage, deleted])).toEqual(['Older']);
});

test('INSTANT-28 nothing is found of a conversation that was deleted or to which access was revoked', async () => {
  const rows = [1, 2, 3].map((number) => testConversation({ title: `Taps ${number}` }));
  const [deleted, refused, other] = rows as [ConversationRow, ConversationRow, ConversationRow];
  const client = withConversations(...rows.map((row): [ConversationRow, Message[]] => [row, []]));
  const archived = { rows: [testConversation({ title: 'Old taps', archived: true })] };
  client.setQueryData(conversationKeys.list(true), { pages: [archived], pageParams: [''] });
  expect(searchLocally(client, 'taps')).toHaveLength(4);

  applyConversationChange(client, { event: 'removed', data: { id: deleted.id } });
  expect(titles(searchLocally(client, 'taps'))).not.toContain(deleted.title);

  const error = new ApiError('conversation_not_found', 'Not found', 404);
  await client.prefetchQuery({
    queryKey: conversationKeys.detail(refused.id),
    queryFn: () => Promise.reject(error),
    staleTime: 0,
  });
  expect(titles(searchLocally(client, 'taps')).toSorted()).toEqual(['Old taps', other.title]);

  applyConversationChange(client, { event: 'reset', data: {} });
  expect(searchLocally(client, 'taps')).toEqual([]);
});
