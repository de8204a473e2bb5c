import 'fake-indexeddb/auto';
import type { ConversationList, Message, MessageList, TurnSummary } from '@homie/contracts';
import { openDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { applyConversationChange } from '../endpoints/conversations/apply-conversation-change';
import { conversationKeys } from '../endpoints/conversations/conversation-keys';
import { toPage } from '../endpoints/conversations/conversation-pages';
import { searchLocally } from '../endpoints/conversations/local-search';
import { messageKeys } from '../endpoints/messages/message-keys';
import { ApiError } from '../http/api-error';
import { createQueryClient } from '../react/query-client';
import { testConversation } from '../testing/test-conversation';
import { deleteCopyStores, openCopyStore } from './copy-store';
import { provideLocalCopies, whenDropped, type LocalCopies } from './local-copies';
import { openLocalCopies } from './open-local-copies';

const roses = testConversation({ title: 'Roses' });
const list: ConversationList = { rows: [roses], nextCursor: null, pageSize: 25, version: 3 };

function messagesOf(content: string, isRunning = false): MessageList {
  const id = '00000000-0000-4000-8000-00000000000a';
  const turn: TurnSummary = {
    id,
    status: 'running',
    text: '',
    error_message: null,
    last_seq: 1,
    replies: [],
  };
  const message: Message = {
    id,
    parent_id: null,
    alternatives: [],
    role: 'user',
    content,
    files: [],
    created_at: '2026-11-21T03:00:00+00:00',
    openai_message_id: null,
    ...(isRunning && { turn }),
  };
  return { rows: [message], hasEarlier: false, version: 3 };
}

const open: LocalCopies[] = [];

/** Opens a page of Ada. */
async function openPage() {
  const client = createQueryClient();
  const opening = openLocalCopies(client, 'ada');
  provideLocalCopies(opening);
  const copies = await opening;
  if (!copies) throw new Error('No copies');
  open.push(copies);
  return { client, copies };
}

type Page = Awaited<ReturnType<typeof openPage>>;

/** Loads data as a response of the server does. */
async function load({ client }: Pick<Page, 'client'>, messages: MessageList) {
  const detail = { ...roses, version: 3 };
  const queries = [
    [conversationKeys.detail(roses.id), detail],
    [messageKeys.list(roses.id), messages],
    [conversationKeys.list(false), { pages: [toPage(list)], pageParams: [''] }],
  ] as const;
  for (const [queryKey, data] of queries)
    await client.fetchQuery({ queryKey, queryFn: () => Promise.resolve(data), staleTime: 0 });
}

/** Returns the text of the copy of a conversation. */
async function readText(): Promise<string> {
  const store = await openCopyStore('ada');
  return JSON.stringify((await store.read(roses.id))?.data ?? null);
}

const shown = ({ client }: Page) => client.getQueryData<MessageList>(messageKeys.list(roses.id));

/** Shows the conversation, as far as the copies know it, while the server does not respond. */
async function show({ client }: Page) {
  for (const queryKey of [messageKeys.list(roses.id), conversationKeys.list(false)])
    void client.prefetchQuery({ queryKey, queryFn: () => new Promise(() => {}) });
  await vi.waitFor(() => expect(client.getQueryData(messageKeys.list(roses.id))).toBeDefined());
}

async function openStoredPage(messages = messagesOf('Prune them')) {
  const page = await openPage();
  await load(page, messages);
  await vi.waitFor(async () => expect(await readText()).toContain('Prune them'));
  return page;
}

afterEach(async () => {
  for (const copies of open.splice(0)) await copies.end();
  await deleteCopyStores(null);
  vi.restoreAllMocks();
});

test('INSTANT-57 what the page shows is stored only with a copy that the server has confirmed, and goes with it', async () => {
  const page = await openStoredPage();
  const readCopy = async () => {
    const raw = await openDB('homie.copies.ada');
    const copy = await raw.get('copies', roses.id);
    raw.close();
    return copy;
  };
  const queryKey = messageKeys.list(roses.id);
  await page.client.invalidateQueries({ queryKey, refetchType: 'none' });
  await page.copies.saveScreen(roses.id, 'outdated');
  expect(await readCopy()).not.toHaveProperty('screen');
  await load(page, messagesOf('Prune them'));
  // The copy itself is written first.
  await vi.waitFor(async () => {
    await page.copies.saveScreen(roses.id, 'current');
    expect(await readCopy()).toHaveProperty('screen');
  });
  await page.copies.drop(roses.id);
  await page.copies.saveScreen(roses.id, 'current');
  expect(await readCopy()).toBeUndefined();
});

test('INSTANT-05 a later page shows what an earlier one loaded, as outdated, until the server responds', async () => {
  await openStoredPage();
  const later = await openPage();
  await show(later);
  expect(shown(later)).toMatchObject({
    rows: [{ content: 'Prune them' }],
    version: 3,
    savedAt: expect.any(Number),
  });
  const { client } = later;
  expect(client.getQueryState(messageKeys.list(roses.id))?.isInvalidated).toBe(true);
  expect(client.getQueryData(conversationKeys.detail(roses.id))).toMatchObject({ title: 'Roses' });
});

test('INSTANT-05 a copy stays when its request is cancelled', async () => {
  await openStoredPage();
  const later = await openPage();
  await show(later);
  await later.client.cancelQueries({ queryKey: messageKeys.list(roses.id) });
  await vi.waitFor(() => expect(shown(later)).toMatchObject({ savedAt: expect.any(Number) }));
});

test('INSTANT-05 a copy never replaces what the server sent', async () => {
  await openStoredPage();
  const client = createQueryClient();
  await load({ client }, messagesOf('Water them'));
  const opening = openLocalCopies(client, 'ada');
  open.push(...[await opening].filter((copies) => copies !== null));
  expect(client.getQueryData(messageKeys.list(roses.id))).toMatchObject({
    rows: [{ content: 'Water them' }],
  });
});

test('INSTANT-05 a conversation whose reply is running, or whose messages are outdated, is not stored', async () => {
  const page = await openStoredPage();
  await load(page, messagesOf('Half a reply', true));
  const queryKey = messageKeys.list(roses.id);
  page.client.setQueryData(queryKey, messagesOf('Outdated'));
  await page.client.invalidateQueries({ queryKey });
  const other = testConversation();
  page.client.setQueryData(conversationKeys.detail(other.id), other);
  page.client.setQueryData(messageKeys.list(other.id), messagesOf('Later'));
  const store = await openCopyStore('ada');
  await vi.waitFor(async () => expect(await store.read(other.id)).toBeDefined());
  expect(await readText()).toContain('Prune them');
});

test('INSTANT-09 a removed conversation is deleted before the position in the feed is stored', async () => {
  const { client } = await openStoredPage();
  applyConversationChange(client, { event: 'removed', data: { id: roses.id } });
  await whenDropped();
  expect(await readText()).toBe('null');
});

test('INSTANT-09 a conversation that is removed while the copies open is not shown', async () => {
  await openStoredPage();
  const client = createQueryClient();
  const opening = openLocalCopies(client, 'ada');
  provideLocalCopies(opening);
  applyConversationChange(client, { event: 'removed', data: { id: roses.id } });
  await whenDropped();
  open.push(...[await opening].filter((copies) => copies !== null));
  expect(await readText()).toBe('null');
});

test('INSTANT-09 changed access deletes all copies, and what the page no longer shows', async () => {
  const page = await openStoredPage();
  applyConversationChange(page.client, { event: 'reset', data: {} });
  await whenDropped();
  expect(await readText()).toBe('null');
  expect(shown(page)).toBeUndefined();
});

test('INSTANT-09 a conversation that the server no longer finds is deleted', async () => {
  const { client } = await openStoredPage();
  const queryFn = () => Promise.reject(new ApiError('not_found', 'Conversation not found', 404));
  const queryKey = messageKeys.list(roses.id);
  await client.prefetchQuery({ queryKey, queryFn, staleTime: 0 });
  await vi.waitFor(async () => expect(await readText()).toBe('null'));
});

test('INSTANT-11 an outdated copy is deleted if a newer one cannot be stored, and the page continues', async () => {
  const page = await openStoredPage();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await load(page, messagesOf('Water them'));
  await vi.waitFor(async () => expect(await readText()).toBe('null'));
  put.mockRestore();
  await load(page, messagesOf('Feed them'));
  await vi.waitFor(async () => expect(await readText()).toContain('Feed them'));
});

test('INSTANT-11 a copy that this release does not understand is deleted', async () => {
  const store = await openCopyStore('ada');
  await store.write(roses.id, { conversation: { id: 1 }, messages: null });
  const { client } = await openPage();
  const queryKey = messageKeys.list(roses.id);
  void client.prefetchQuery({ queryKey, queryFn: () => new Promise(() => {}) });
  await vi.waitFor(async () => expect(await readText()).toBe('null'));
  expect(client.getQueryData(queryKey)).toBeUndefined();
});

test('INSTANT-25 a search loads all copies; INSTANT-28 none to which access was revoked in the meantime', async () => {
  await openStoredPage();
  const later = await openPage();
  expect(shown(later)).toBeUndefined();
  const loading = later.copies.showAll();
  applyConversationChange(later.client, { event: 'reset', data: {} });
  await loading;
  await whenDropped();
  expect(shown(later)).toBeUndefined();

  const other = await openStoredPage();
  await other.copies.showAll();
  const last = await openPage();
  await last.copies.showAll();
  expect(shown(last)).toMatchObject({ rows: [{ content: 'Prune them' }] });
  expect(searchLocally(last.client, 'prune')).toMatchObject([{ match: { text: 'Prune' } }]);
});

test('INSTANT-28 a search finds no copies of another person', async () => {
  await openStoredPage();
  const client = createQueryClient();
  const copies = await openLocalCopies(client, 'grace');
  open.push(...[copies].filter((each) => each !== null));
  await copies?.showAll();
  expect(searchLocally(client, 'prune')).toEqual([]);
});

test('INSTANT-07 ended copies are deleted, and none is stored afterwards', async () => {
  const { client, copies } = await openStoredPage();
  client.setQueryData(messageKeys.list(roses.id), messagesOf('Late'));
  await copies.end();
  expect(await indexedDB.databases()).toEqual([]);
});

test('INSTANT-08 a copy that gets older than 7 days while the page is open is no longer shown', async () => {
  await openStoredPage();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const later = await openPage();
  await show(later);
  vi.setSystemTime(Date.now() + 8 * 86_400_000);
  vi.advanceTimersByTime(60_000);
  expect(shown(later)).toBeUndefined();
  vi.useRealTimers();
});
