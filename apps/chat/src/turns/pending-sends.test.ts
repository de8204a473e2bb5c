// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOutbox, type Send } from '../storage/outbox';
import type { WhileAlone } from '../storage/while-alone';
import { createLiveReplies } from './live-replies';
import { createPendingSends, SERVER_WAIT_LIMIT_MS } from './pending-sends';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});
const stops: (() => void)[] = [];

function send(key: string, changes: Partial<Send> = {}): Send {
  const sentAt = new Date().toISOString();
  const words = { content: key, files: [], replaces: null, sentAt };
  return { key, conversationId: 'c1', ...words, state: 'waiting', ...changes };
}

/** A tab: `deliver` is the network's part, which the test plays. */
function tab({ alone = (_name, _signal, task) => task() }: { alone?: WhileAlone } = {}) {
  const outbox = createOutbox('ada');
  const replies = createLiveReplies((callback) => callback());
  const listeners = new Set<() => void>();
  let online = true;
  const network = {
    isOnline: () => online,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const sent: string[] = [];
  let outcome: (send: Send) => void = ({ key, conversationId }) => {
    replies.begin(conversationId, {});
    outbox.remove(key);
  };
  const pending = createPendingSends({
    outbox,
    replies,
    network,
    alone,
    async deliver(send) {
      sent.push(send.key);
      outcome(send);
    },
  });
  return {
    outbox,
    replies,
    pending,
    sent,
    answer: (next: (send: Send) => void) => (outcome = next),
    settle: () => vi.advanceTimersByTimeAsync(0),
    start() {
      const stop = pending.start();
      stops.push(stop);
      return stop;
    },
    setOnline(next: boolean) {
      online = next;
      for (const listener of listeners) listener();
    },
  };
}

test('what waits leaves by itself when the network is back, also after a reload', async () => {
  createOutbox('ada').put(send('1'));
  const { start, setOnline, settle, sent } = tab();
  setOnline(false);
  start();
  await settle();
  expect(sent).toEqual([]);
  setOnline(true);
  await settle();
  expect(sent).toEqual(['1']);
});

test('messages of a conversation leave in their order, each after the reply to the one before; others need not wait', async () => {
  const { start, outbox, replies, settle, sent } = tab();
  outbox.put(send('1'));
  outbox.put(send('2'));
  outbox.put(send('3', { conversationId: 'c2' }));
  start();
  await settle();
  expect(sent).toEqual(['1', '3']);
  replies.end('c1');
  await settle();
  expect(sent).toEqual(['1', '3', '2']);
});

test('a tab that runs the reply keeps the message that waits for it from other tabs', async () => {
  const locked: string[] = [];
  const { start, outbox, replies, settle, sent } = tab({
    alone: async (name, _signal, task) => {
      locked.push(name);
      await task();
      locked.splice(locked.indexOf(name), 1);
    },
  });
  replies.begin('c1', {});
  outbox.put(send('1'));
  start();
  await settle();
  expect(sent).toEqual([]);
  expect(locked).toEqual(['homie.send.1']);
  replies.end('c1');
  await settle();
  expect(sent).toEqual(['1']);
  expect(locked).toEqual([]);
});

test('a message waits while a reply of its conversation runs', () => {
  const { replies, pending } = tab();
  replies.begin('c1', {});
  expect(pending.mustWait(send('1'))).toBe(true);
  expect(pending.mustWait(send('1', { conversationId: 'c2' }))).toBe(false);
});

test('a message waits while there is no network or others of its conversation are before it; failed ones are not in its way', () => {
  const { outbox, pending, setOnline } = tab();
  expect(pending.mustWait(send('1'))).toBe(false);
  outbox.put(send('0', { state: 'failed' }));
  expect(pending.mustWait(send('1'))).toBe(false);
  outbox.put(send('0'));
  expect(pending.mustWait(send('1'))).toBe(true);
  expect(pending.mustWait(send('1', { conversationId: 'c2' }))).toBe(false);
  setOnline(false);
  expect(pending.mustWait(send('1', { conversationId: 'c2' }))).toBe(true);
});

test('a conversation whose reply is written elsewhere is tried again later, and at once when that reply ends here', async () => {
  const { start, outbox, replies, pending, answer, settle, sent } = tab();
  answer(({ conversationId }) => pending.holdBack(conversationId));
  outbox.put(send('1'));
  start();
  await settle();
  expect(sent).toEqual(['1']);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(sent).toEqual(['1']);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual(['1', '1']);

  replies.begin('c1', {});
  replies.end('c1');
  await settle();
  expect(sent).toEqual(['1', '1', '1']);
});

test('a message that failed is left alone', async () => {
  const { start, outbox, answer, settle, sent } = tab();
  answer((failed) => outbox.put({ ...failed, state: 'failed' }));
  outbox.put(send('1'));
  start();
  await settle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(['1']);
});

test('of two tabs one sends, and the other takes over when it is closed', async () => {
  const queue: { task: () => Promise<void>; done: () => void }[] = [];
  const alone: WhileAlone = (_name, _signal, task) =>
    new Promise((done) => queue.push({ task, done }));
  const [first, second] = [tab({ alone }), tab({ alone })];
  first.outbox.put(send('1'));
  const close = first.start();
  second.outbox.put(send('1'));
  second.start();
  expect(queue).toHaveLength(2);

  // Closed before a word of it got through.
  close();
  await queue[0]?.task();
  queue[0]?.done();
  expect(first.sent).toEqual([]);
  await queue[1]?.task();
  queue[1]?.done();
  expect(second.sent).toEqual(['1']);
});

test('a message that another tab sent meanwhile is not sent again', async () => {
  let turn = () => Promise.resolve();
  const alone: WhileAlone = async (_name, _signal, task) => void (turn = task);
  const { start, outbox, sent } = tab({ alone });
  outbox.put(send('1'));
  start();
  createOutbox('ada').remove('1');
  await turn();
  expect(sent).toEqual([]);
});

test('a message that waits for a server that is down is given up after ten minutes, with the reason', async () => {
  const { start, outbox, setOnline } = tab();
  setOnline(false);
  start();
  outbox.put(send('1'));
  await vi.advanceTimersByTimeAsync(SERVER_WAIT_LIMIT_MS - 1);
  expect(outbox.all()).toMatchObject([{ state: 'waiting' }]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(outbox.all()).toMatchObject([
    { state: 'failed', reason: 'The server could not be reached.' },
  ]);
});

test('a message that waits because the browser is offline waits without a limit', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { start, outbox, setOnline, settle, sent } = tab();
  setOnline(false);
  start();
  outbox.put(send('1'));
  await vi.advanceTimersByTimeAsync(2 * SERVER_WAIT_LIMIT_MS);
  expect(outbox.all()).toMatchObject([{ state: 'waiting' }]);
  vi.restoreAllMocks();
  setOnline(true);
  await settle();
  expect(sent).toEqual(['1']);
});
