import { ApiError, createQueryClient, messageKeys } from '@homie/api-client';
import type { Message, MessageList, SequencedStreamEvent, StreamEvent } from '@homie/contracts';
import { vi } from 'vitest';
import { createOutbox } from '../../storage/outbox';
import { createThreadCache } from '../../thread/thread-cache';
import { createLiveReplies } from '../live-replies';
import type { ReplyStreams } from '../reply-streams';
import type { TurnNotices } from '../turn-notices';
import { createTurnRunner } from '../turn-runner';

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
  return {
    read,
    async write(...events: (StreamEvent | Error)[]) {
      arrived.push(
        ...events.map((event) => (event instanceof Error ? event : { ...event, seq: (seq += 1) })),
      );
      wake();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

/**
 * One conversation with its stored messages, and everything around the runner that the test decides.
 * @param nextFrame when words are shown: at once, unless the test says so
 */
export function chat(
  stored: Message[] = [],
  nextFrame: (callback: () => void) => void = (callback) => callback(),
) {
  const stream = writtenStream();
  const client = createQueryClient();
  client.setQueryData<MessageList>(messageKeys.list('c1'), { rows: stored, hasEarlier: false });
  const streams = {
    send: vi.fn<ReplyStreams['send']>(() => stream.read()),
    resume: vi.fn<ReplyStreams['resume']>(() => stream.read()),
    stop: vi.fn<ReplyStreams['stop']>(async () => {}),
  };
  const notices = {
    started: vi.fn<TurnNotices['started']>(),
    retrying: vi.fn<TurnNotices['retrying']>(),
    finished: vi.fn<TurnNotices['finished']>(),
    failed: vi.fn<TurnNotices['failed']>(),
  };
  const replies = createLiveReplies(nextFrame);
  const painted = () => Promise.resolve();
  const outbox = createOutbox('ada');
  const thread = createThreadCache(client);
  const runner = createTurnRunner({ streams, replies, outbox, thread, notices, painted });
  runner.start();
  const messages = () => client.getQueryData<MessageList>(messageKeys.list('c1'))?.rows ?? [];
  return { runner, stream, streams, notices, replies, outbox, messages };
}

export const info: StreamEvent = { event: 'info', data: { turnId: 't1', userMessageId: 'm1' } };
export const delta = (text: string): StreamEvent => ({ event: 'delta', data: { text } });
export const final: Extract<StreamEvent, { event: 'final' }> = {
  event: 'final',
  data: { messageId: 'a1', text: 'Hello', openaiMessageId: 'o1' },
};
export const networkError = new ApiError('network_error', 'Network error', 0);
