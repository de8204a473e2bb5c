import { personalKey } from '@homie/auth';
import { ApiError, createQueryClient, messageKeys } from '@homie/api-client';
import type { Message, MessageList, SequencedStreamEvent, StreamEvent } from '@homie/contracts';
import { onTestFinished, vi } from 'vitest';
import { createChat } from '../chat';
import { createConversationStore } from '../conversation-store';
import type { Network } from '../network';
import type { ChatNotices } from '../state';
import type { ReplyTransport } from '../reply-transport';
import type { Send } from '../send';
import type { WithTabLock } from '../tab-lock';

/** A stream that the test writes event by event. */
function writtenStream() {
  const arrived: (SequencedStreamEvent | Error)[] = [];
  let wake = () => {};
  let seq = 0;
  async function* read(): AsyncGenerator<SequencedStreamEvent> {
    for (;;) {
      const next = arrived.shift();
      if (next instanceof Error) throw next;
      if (next) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  /** Adds events, without waiting until they have been read. */
  function push(...events: (StreamEvent | Error)[]) {
    arrived.push(
      ...events.map((event) => (event instanceof Error ? event : { ...event, seq: (seq += 1) })),
    );
    wake();
  }
  return {
    read,
    push,
    async write(...events: (StreamEvent | Error)[]) {
      push(...events);
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

/** A network that the test switches. */
export function switchedNetwork() {
  const listeners = new Set<() => void>();
  let online = true;
  const network: Network = {
    isOnline: () => online,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    network,
    setOnline(next: boolean) {
      online = next;
      for (const listener of listeners) listener();
    },
  };
}

interface SetUp {
  /** The messages that are stored in the conversation c1. */
  stored?: Message[];
  /** Decides when text is shown: at once by default. */
  nextFrame?: (callback: () => void) => void;
  network?: Network;
  lock?: WithTabLock;
  /** Starts the chat. Default: true. */
  isStarted?: boolean;
}

/** The chat of Ada with fake dependencies that the test controls. Each conversation has its own stream. */
export function setUpChat({ stored = [], isStarted = true, ...around }: SetUp = {}) {
  const streams = new Map<string, ReturnType<typeof writtenStream>>();
  const streamOf = (conversationId: string) => {
    const stream = streams.get(conversationId) ?? writtenStream();
    streams.set(conversationId, stream);
    return stream;
  };
  const client = createQueryClient();
  client.setQueryData<MessageList>(messageKeys.list('c1'), { rows: stored, hasEarlier: false });
  const transport = {
    open: vi.fn<ReplyTransport['open']>((conversationId) => streamOf(conversationId).read()),
    stop: vi.fn<ReplyTransport['stop']>(async () => {}),
  };
  const notices = {
    started: vi.fn<ChatNotices['started']>(),
    reconnecting: vi.fn<ChatNotices['reconnecting']>(),
    finished: vi.fn<ChatNotices['finished']>(),
    failed: vi.fn<ChatNotices['failed']>(),
    unsaved: vi.fn<ChatNotices['unsaved']>(),
  };
  const chat = createChat({
    userId: 'ada',
    transport,
    conversations: createConversationStore(client),
    notices,
    nextFrame: (callback) => callback(),
    waitForPaint: () => Promise.resolve(),
    ...around,
  });
  let stop = () => {};
  const start = () => void (stop = chat.start());
  if (isStarted) start();
  onTestFinished(() => stop());
  const opened = () => transport.open.mock.calls.map(([, source]) => source);
  return {
    chat,
    stream: streamOf('c1'),
    streamOf,
    transport,
    notices,
    start,
    close: () => stop(),
    reply: (conversationId = 'c1') => chat.store.getState().replies.get(conversationId),
    running: () => [...chat.store.getState().running],
    outbox: () => chat.store.getState().sends,
    messages: () => client.getQueryData<MessageList>(messageKeys.list('c1'))?.rows ?? [],
    /** The sends that were put into a request, in order. */
    sent: () => opened().flatMap((source) => (source.type === 'send' ? [source.send] : [])),
    /** The turns that were resumed. */
    resumed: () => opened().flatMap((source) => (source.type === 'turn' ? [source.turnId] : [])),
  };
}

/** Writes the outbox of Ada as another tab or an earlier page does. */
export function storeOutbox(...sends: Send[]): void {
  localStorage.setItem(personalKey('ada', 'outbox'), JSON.stringify(sends));
}

/** A message of Ada. */
export function aSend(key: string, changes: Partial<Send> = {}): Send {
  return {
    key,
    conversationId: 'c1',
    content: key,
    files: [],
    replaces: null,
    sentAt: new Date().toISOString(),
    status: 'queued',
    ...changes,
  };
}

export const info: StreamEvent = { event: 'info', data: { turnId: 't1', userMessageId: 'm1' } };
export const delta = (text: string): StreamEvent => ({ event: 'delta', data: { text } });
export const final: Extract<StreamEvent, { event: 'final' }> = {
  event: 'final',
  data: { messageId: 'a1', text: 'Hello', openaiMessageId: 'o1' },
};
export const networkError = new ApiError('network_error', 'Network error', 0);
export const turnRunning = new ApiError('turn_running', 'A reply is still being written.', 409);
