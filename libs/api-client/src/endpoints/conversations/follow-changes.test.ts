import { afterEach, expect, test, vi } from 'vitest';
import { scriptedFetch, sse, streamResponse, testApi } from '../../testing/scripted-server';
import { testConversation } from '../../testing/test-conversation';
import { followConversationChanges, type NumberedChange } from './follow-changes';

afterEach(() => vi.unstubAllGlobals());

const row = testConversation();

/** Follows the changes until `count` of them were received. */
async function followUntil(
  count: number,
  after: string | null,
  ...answers: Parameters<typeof scriptedFetch>
) {
  const { fetch, requests } = scriptedFetch(...answers);
  vi.stubGlobal('fetch', fetch);
  const controller = new AbortController();
  const changes: NumberedChange[] = [];
  const { signal } = controller;
  for await (const change of followConversationChanges(testApi(), { after, signal, delays: [0] })) {
    changes.push(change);
    if (changes.length === count) break;
  }
  return { changes, requests };
}

test('changes arrive in order, each with the id to resume from', async () => {
  const { changes, requests } = await followUntil(
    3,
    null,
    streamResponse(sse(4, 'ready', {}), sse(5, 'changed', row) + sse(6, 'removed', { id: row.id })),
  );
  expect(changes).toEqual([
    { id: '4', change: { event: 'ready', data: {} } },
    { id: '5', change: { event: 'changed', data: row } },
    { id: '6', change: { event: 'removed', data: { id: row.id } } },
  ]);
  expect(requests[0]?.headers.has('last-event-id')).toBe(false);
});

test('a stream that ends or breaks is resumed after the last change, with a current token', async () => {
  const { requests } = await followUntil(
    2,
    '7',
    streamResponse(sse(8, 'changed', row)),
    new TypeError('connection refused'),
    new Response(null, { status: 503 }),
    streamResponse(sse(9, 'changed', row)),
  );
  expect(requests.map(({ headers }) => headers.get('last-event-id'))).toEqual(['7', '8', '8', '8']);
});

test('unknown events are ignored', async () => {
  const { changes } = await followUntil(
    1,
    '1',
    streamResponse(sse(2, 'painted', {}), sse(3, 'changed', row)),
  );
  expect(changes.map(({ id }) => id)).toEqual(['3']);
});

test('a server without the change feed is not retried', async () => {
  const nowhere = Response.json(
    { ok: false, error: 'Not found', code: 'not_found' },
    { status: 404 },
  );
  await expect(followUntil(1, null, nowhere)).rejects.toThrow('Not found');
});

test('an aborted reader sends no more requests', async () => {
  const { fetch, requests } = scriptedFetch(streamResponse(sse(1, 'ready', {})));
  vi.stubGlobal('fetch', fetch);
  const controller = new AbortController();
  const { signal } = controller;
  const changes = followConversationChanges(testApi(), { after: null, signal, delays: [60_000] });
  await changes.next();
  const next = changes.next();
  controller.abort(new Error('gone'));
  await expect(next).rejects.toThrow('gone');
  expect(requests).toHaveLength(1);
});
