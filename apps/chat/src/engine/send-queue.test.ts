// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SERVER_WAIT_LIMIT_MS } from './send-queue';
import type { WithTabLock } from './tab-lock';
import { personalKey } from '@homie/auth';
import {
  aSend,
  final,
  info,
  networkError,
  setUpChat,
  storeOutbox,
  switchedNetwork,
  turnRunning,
} from './testing/chat';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

/** A tab whose network and lock the test controls. */
function tab({ lock = (_name, _signal, task) => task() }: { lock?: WithTabLock } = {}) {
  const { network, setOnline } = switchedNetwork();
  const set = setUpChat({ network, lock, isStarted: false });
  return { ...set, setOnline, sent: () => set.sent().map(({ key }) => key) };
}

test('queued messages are sent when the network is back, also after a reload', async () => {
  storeOutbox(aSend('1'));
  const { start, setOnline, sent } = tab();
  setOnline(false);
  start();
  await settle();
  expect(sent()).toEqual([]);
  setOnline(true);
  await settle();
  expect(sent()).toEqual(['1']);
});

test('messages of a conversation are sent in order, each after the previous reply; other conversations do not wait', async () => {
  storeOutbox(aSend('1'), aSend('2'), aSend('3', { conversationId: 'c2' }));
  const { start, stream, sent } = tab();
  start();
  await settle();
  expect(sent()).toEqual(['1', '3']);
  stream.push(info);
  await settle();
  expect(sent()).toEqual(['1', '3']);
  stream.push(final);
  await settle();
  expect(sent()).toEqual(['1', '3', '2']);
});

test('the tab that runs a reply holds the lock of the message that waits for it', async () => {
  const locked: string[] = [];
  const { chat, start, stream, outbox } = tab({
    lock: async (name, _signal, task) => {
      locked.push(name);
      await task();
      locked.splice(locked.indexOf(name), 1);
    },
  });
  start();
  chat.sendMessage('c1', { content: 'First' });
  stream.push(info);
  await settle();
  expect(locked).toEqual([]);
  chat.sendMessage('c1', { content: 'Second' });
  const name = `homie.send.${outbox()[0]?.key}`;
  expect(locked).toEqual([name]);
  stream.push(final);
  await settle();
  expect(locked).toEqual([name]);
  stream.push(info);
  await settle();
  expect(locked).toEqual([]);
});

test('a message waits for earlier ones of its conversation, except failed ones', async () => {
  storeOutbox(aSend('0', { status: 'failed' }));
  const { chat, start, setOnline, outbox } = tab();
  start();
  chat.sendMessage('c1', { content: 'First' });
  expect(outbox().map(({ status }) => status)).toEqual(['failed', 'submitted']);
  setOnline(false);
  chat.sendMessage('c2', { content: 'Offline' });
  setOnline(true);
  chat.sendMessage('c2', { content: 'Behind' });
  expect(outbox().map(({ status }) => status)).toEqual([
    'failed',
    'submitted',
    'submitted',
    'queued',
  ]);
});

test('a message refused because of a running reply is retried later, and at once when that reply ends here', async () => {
  storeOutbox(aSend('1'));
  const { chat, start, stream, sent } = tab();
  start();
  stream.push(turnRunning);
  await settle();
  expect(sent()).toEqual(['1']);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(sent()).toEqual(['1']);
  stream.push(turnRunning);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent()).toEqual(['1', '1']);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(sent()).toEqual(['1', '1']);

  const turn = { id: 't9', status: 'running' as const, text: '', error_message: null };
  const question = {
    id: 'm9',
    role: 'user' as const,
    content: '',
    files: [],
    created_at: '',
    openai_message_id: null,
    parent_id: null,
    alternatives: [],
    turn: { ...turn, last_seq: 0, replies: [] },
  };
  chat.syncMessages('c1', [question]);
  stream.push(final);
  await settle();
  expect(sent()).toEqual(['1', '1', '1']);
});

test('a failed message is not retried automatically', async () => {
  storeOutbox(aSend('1'));
  const { start, stream, sent, outbox } = tab();
  start();
  stream.push(networkError);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent()).toEqual(['1']);
  expect(outbox()).toMatchObject([{ status: 'failed' }]);
});

test('one of two tabs sends, and the other takes over when it closes', async () => {
  const requests: { signal: AbortSignal; task: () => Promise<void> }[] = [];
  const lock: WithTabLock = async (_name, signal, task) => void requests.push({ signal, task });
  storeOutbox(aSend('1'));
  const [first, second] = [tab({ lock }), tab({ lock })];
  first.start();
  second.start();
  expect(requests).toHaveLength(2);

  // Closed before the message was sent.
  first.close();
  expect(requests[0]?.signal.aborted).toBe(true);
  void requests[0]?.task();
  expect(first.sent()).toEqual([]);
  void requests[1]?.task();
  expect(second.sent()).toEqual(['1']);
});

test('a message that another tab has sent is not sent again', async () => {
  let acquire = () => Promise.resolve();
  const lock: WithTabLock = async (_name, _signal, task) => void (acquire = task);
  storeOutbox(aSend('1'));
  const { start, sent, outbox } = tab({ lock });
  start();
  localStorage.removeItem(personalKey('ada', 'outbox'));
  void acquire();
  expect(sent()).toEqual([]);
  expect(outbox()).toEqual([]);
});

test('releases the lock when its message is acknowledged, fails or is queued again', async () => {
  const held = new Set<string>();
  const { chat, start, stream } = tab({
    lock: async (name, _signal, task) => {
      held.add(name);
      await task();
      held.delete(name);
    },
  });
  start();
  for (const outcome of [info, networkError, turnRunning]) {
    chat.sendMessage('c1', { content: 'Hi' });
    expect(held.size).toBe(1);
    stream.push(outcome);
    await settle();
    expect(held.size).toBe(0);
    stream.push(final);
    await settle();
  }
});

test('a message that waits for a server that is down fails after ten minutes, with the reason', async () => {
  const { chat, start, setOnline, outbox } = tab();
  setOnline(false);
  start();
  chat.sendMessage('c1', { content: 'Hi' });
  await vi.advanceTimersByTimeAsync(SERVER_WAIT_LIMIT_MS - 1);
  expect(outbox()).toMatchObject([{ status: 'queued' }]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(outbox()).toMatchObject([
    { status: 'failed', reason: 'The server could not be reached.' },
  ]);
});

test('a message that is queued because the browser is offline waits without a limit', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { chat, start, setOnline, sent, outbox } = tab();
  setOnline(false);
  start();
  chat.sendMessage('c1', { content: 'Hi' });
  await vi.advanceTimersByTimeAsync(2 * SERVER_WAIT_LIMIT_MS);
  expect(outbox()).toMatchObject([{ status: 'queued' }]);
  vi.restoreAllMocks();
  setOnline(true);
  await settle();
  expect(sent()).toHaveLength(1);
});
