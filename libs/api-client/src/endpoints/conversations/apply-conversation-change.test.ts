import { expect, test } from 'vitest';
import { createQueryClient } from '../../react/query-client';
import { testConversation } from '../../testing/test-conversation';
import { applyConversationChange, findConversation } from './apply-conversation-change';
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
