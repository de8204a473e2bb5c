import { expect, test } from 'vitest';
import { createQueryClient } from '../../react/query-client';
import { testConversation } from '../../testing/test-conversation';
import { ASSISTANTS_KEY } from '../assistants-key';
import { messageKeys } from '../messages/message-keys';
import {
  applyConversationChange,
  findConversation,
  refetchReadBefore,
} from './apply-conversation-change';
import { conversationKeys } from './conversation-keys';
import { flattenRows, toPage, type ConversationPages } from './conversation-pages';

const page = (...rows: ReturnType<typeof testConversation>[]): ConversationPages => ({
  pages: [toPage({ rows, nextCursor: null, pageSize: 25 })],
  pageParams: [''],
});

function cacheWith(current: ConversationPages, archived = page()) {
  const client = createQueryClient();
  client.setQueryData(conversationKeys.list(false), current);
  client.setQueryData(conversationKeys.list(true), archived);
  const titles = (key: readonly unknown[]) => {
    const list = client.getQueryData<ConversationPages>(key);
    return list && flattenRows(list).map(({ title }) => title);
  };
  return {
    client,
    current: () => titles(conversationKeys.list(false)),
    archived: () => titles(conversationKeys.list(true)),
  };
}

const a = testConversation({ title: 'A', updated_at: '2026-11-21T03:00:00+00:00' });
const b = testConversation({ title: 'B', updated_at: '2026-11-21T02:00:00+00:00' });

test('INSTANT-49 a change of access requests the offered assistants again', () => {
  const { client } = cacheWith(page(a));
  const queryKey = [...ASSISTANTS_KEY, 'list'];
  client.setQueryData(queryKey, []);
  applyConversationChange(client, { event: 'changed', data: a });
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
  applyConversationChange(client, { event: 'reset', data: {} });
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

test('an archived conversation moves from one list to the other, and back', () => {
  const { client, current, archived } = cacheWith(page(a, b));
  applyConversationChange(client, { event: 'changed', data: { ...a, archived: true } });
  expect([current(), archived()]).toEqual([['B'], ['A']]);
  applyConversationChange(client, { event: 'changed', data: a });
  expect([current(), archived()]).toEqual([['A', 'B'], []]);
});

test('a removed conversation is removed from all caches', () => {
  const { client, current } = cacheWith(page(a, b));
  client.setQueryData(conversationKeys.detail(a.id), a);
  applyConversationChange(client, { event: 'removed', data: { id: a.id } });
  expect(current()).toEqual(['B']);
  expect(findConversation(client, a.id)).toBeUndefined();
});

test('the open conversation is updated too', () => {
  const { client } = cacheWith(page(a));
  client.setQueryData(conversationKeys.detail(a.id), a);
  applyConversationChange(client, { event: 'changed', data: { ...a, title: 'New' } });
  expect(client.getQueryData(conversationKeys.detail(a.id))).toMatchObject({ title: 'New' });
});

test('a list that was requested before a change and arrives after it does not revert it', async () => {
  const { client, current } = cacheWith(page(a, b));
  let arrive = (_list: ConversationPages) => {};
  const reading = client.fetchQuery({
    queryKey: conversationKeys.list(false),
    queryFn: () => new Promise<ConversationPages>((resolve) => (arrive = resolve)),
    staleTime: 0,
  });
  applyConversationChange(client, { event: 'changed', data: { ...b, pinned: true, title: 'B!' } });
  applyConversationChange(client, { event: 'removed', data: { id: a.id } });
  arrive(page(a, b));
  await reading;
  await Promise.resolve();
  expect(current()).toEqual(['B!']);
});

test('the open conversation, requested before a change and arriving after it, does not revert it', async () => {
  const client = createQueryClient();
  let arrive = (_data: unknown) => {};
  const queryKey = conversationKeys.detail(a.id);
  const reading = client.fetchQuery({
    queryKey,
    queryFn: () => new Promise((resolve) => (arrive = resolve)),
  });
  applyConversationChange(client, { event: 'changed', data: { ...a, title: 'New' } });
  arrive(a);
  await reading;
  await Promise.resolve();
  expect(client.getQueryData(queryKey)).toMatchObject({ title: 'New' });
});

test('only data that may lack changes before the connection to the feed is read again', () => {
  const { client } = cacheWith({
    pages: [toPage({ rows: [a], nextCursor: null, pageSize: 25, version: 7 })],
    pageParams: [''],
  });
  client.setQueryData(conversationKeys.detail(a.id), { ...a, version: 6 });
  client.setQueryData(conversationKeys.detail(b.id), b);
  client.setQueryData(messageKeys.list(a.id), { rows: [], hasEarlier: false, version: 8 });
  client.setQueryData(messageKeys.list(b.id), { rows: [], hasEarlier: false, version: 6 });
  refetchReadBefore(client, 7);
  const isInvalidated = (queryKey: readonly unknown[]) =>
    client.getQueryState(queryKey)?.isInvalidated;
  expect(isInvalidated(conversationKeys.list(false))).toBe(false);
  expect(isInvalidated(conversationKeys.detail(a.id))).toBe(true);
  // From a server of an earlier release.
  expect(isInvalidated(conversationKeys.detail(b.id))).toBe(true);
  expect(isInvalidated(messageKeys.list(a.id))).toBe(false);
  expect(isInvalidated(messageKeys.list(b.id))).toBe(true);
});

test.each([
  [6, true],
  [7, false],
])(
  'a response of version %i that arrives after the connection to the feed at 7 is read again: %s',
  async (version, isReadAgain) => {
    const client = createQueryClient();
    const queryKey = messageKeys.list(a.id);
    let arrive = (_data: unknown) => {};
    const reading = client.fetchQuery({
      queryKey,
      queryFn: () => new Promise((resolve) => (arrive = resolve)),
    });
    refetchReadBefore(client, 7);
    arrive({ rows: [], hasEarlier: false, version });
    await reading;
    await new Promise((resolve) => setTimeout(resolve));
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(isReadAgain);
  },
);
