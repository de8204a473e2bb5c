import type { Message, SequencedStreamEvent, TurnSummary } from '@homie/contracts';
import { serverNetwork, type Network } from '../network/network';
import type { Answering, Outbox, Send } from '../storage/outbox';
import { whileAlone, type WhileAlone } from '../storage/while-alone';
import type { ThreadCache } from '../thread/thread-cache';
import { afterFailure } from './after-failure';
import { followReply } from './follow-reply';
import type { LiveReplies } from './live-replies';
import { newKey } from './new-key';
import { painted as paintedPage } from './painted';
import { createPendingSends } from './pending-sends';
import type { ReplyStreams } from './reply-streams';
import { failureNotice, type TurnNotices } from './turn-notices';

/** What a person sends: words, files or both; `replaces` puts it beside an earlier message of theirs. */
export type NewMessage = Pick<Send, 'content'> & Partial<Pick<Send, 'files' | 'replaces'>>;

/** Sends messages and follows replies, one a conversation, whatever is on the screen. */
export interface TurnRunner {
  /**
   * Sends a message, or has it wait for the network, the reply that runs and the messages before it. False, and nothing
   * happens, for a message that replaces another while a reply of the conversation runs.
   */
  send: (conversationId: string, message: NewMessage) => boolean;
  /** Tries a failed send again, under its own key. */
  resend: (send: Send) => void;
  /**
   * Has a stored message answered once more. `text` is what the reply will begin with, if it continues another. False,
   * and nothing happens, while another send of the conversation runs.
   */
  answer: (conversationId: string, answers: Answering, text?: string) => boolean;
  /** Follows a reply that is being written already. */
  attach: (conversationId: string, userMessageId: string, turn: TurnSummary) => void;
  /** Follows the reply that the messages of a conversation tell of, and lets go of a lost one that has ended. */
  see: (conversationId: string, messages: readonly Message[]) => void;
  /** Takes up replies whose connection was lost: all, or that of one conversation. */
  reconnect: (conversationId?: string) => void;
  /**
   * Leaves it to the caller to tell that the next reply of a conversation failed, which begins without a send of this
   * page. Returns how to take that back.
   */
  leaveFailure: (conversationId: string) => () => void;
  /** Asks the server to stop; the reply ends with what was written. */
  stop: (conversationId: string) => void;
  /** Takes up the sends that a reload cut off. Returns how to leave: nothing is followed then, the server writes on. */
  start: () => () => void;
}

interface Dependencies {
  streams: ReplyStreams;
  replies: LiveReplies;
  outbox: Outbox;
  thread: ThreadCache;
  notices: TurnNotices;
  network?: Network;
  alone?: WhileAlone;
  painted?: () => Promise<void>;
}

/** The runner of one person; `start` must be called before anything is sent. */
export function createTurnRunner(dependencies: Dependencies): TurnRunner {
  const { streams, replies, outbox, thread, notices } = dependencies;
  const { network = serverNetwork, alone = whileAlone, painted = paintedPage } = dependencies;
  const pending = createPendingSends({ outbox, replies, network, alone, deliver });
  const leftFailures = new Set<string>();
  let leaving = new AbortController();
  const isBusy = (conversationId: string) => replies.running().has(conversationId);

  async function stopNow(conversationId: string, turnId: string) {
    try {
      await streams.stop(conversationId, turnId);
    } catch (error) {
      replies.update(conversationId, { stopping: false });
      notices.failed(failureNotice(error));
    }
  }

  async function follow(
    conversationId: string,
    open: (signal: AbortSignal, onRetry: () => void) => AsyncIterable<SequencedStreamEvent>,
    send: Send | null,
    settled: () => void = () => {},
  ) {
    const { signal } = leaving;
    const isLeft = send === null && leftFailures.has(conversationId);
    const failed = isLeft ? () => {} : notices.failed;
    const retrying = () => {
      if (replies.get(conversationId)?.retrying) return;
      replies.update(conversationId, { retrying: true });
      notices.retrying();
    };
    try {
      await followReply({
        conversationId,
        events: open(signal, retrying),
        replies,
        thread,
        notices: { ...notices, failed },
        painted,
        send,
        acknowledged: ({ key }) => {
          outbox.remove(key);
          settled();
        },
        named: (turnId) => {
          if (replies.get(conversationId)?.stopping) void stopNow(conversationId, turnId);
        },
      });
      // Who closes a reply has taken the message, even if it never said so.
      if (send !== null && outbox.current(send.key) !== undefined) outbox.remove(send.key);
    } catch (error) {
      if (signal.aborted) return;
      const notice = failureNotice(error);
      const unheard = send !== null && outbox.current(send.key) !== undefined ? send : undefined;
      const next = afterFailure(error, unheard, network.isOnline());
      switch (next.name) {
        case 'wait':
          return putOff(next.send);
        case 'keep':
          outbox.put({ ...next.send, state: 'failed', reason: notice.description });
          replies.end(conversationId);
          break;
        case 'drop':
          outbox.remove(next.send.key);
          replies.end(conversationId);
          if (next.reload) thread.reload(conversationId);
          break;
        case 'lost':
          replies.update(conversationId, { state: 'lost', stopping: false, retrying: false });
          break;
        case 'over':
          replies.end(conversationId);
          thread.reload(conversationId);
      }
      failed(notice);
    } finally {
      if (isLeft) leftFailures.delete(conversationId);
      settled();
    }
  }

  function putOff(send: Send) {
    const { conversationId } = send;
    // First: the end of a reply lets go of what is held back.
    replies.end(conversationId);
    if (network.isOnline()) {
      pending.holdBack(conversationId);
      thread.reload(conversationId);
    }
    outbox.put({ ...send, state: 'waiting' });
  }

  /** Sends it; resolves when it is acknowledged or given up. */
  function deliver(send: Send, text = ''): Promise<void> {
    leftFailures.delete(send.conversationId);
    const { reason: _outdated, ...sending } = { ...send, state: 'sending' as const };
    replies.begin(send.conversationId, { text, userMessageId: send.answers?.messageId ?? null });
    outbox.put(sending);
    return new Promise((settled) => {
      void follow(
        send.conversationId,
        (signal, onRetry) => streams.send(sending, signal, onRetry),
        send,
        settled,
      );
    });
  }
  function deliverInTurn(send: Send): boolean {
    if (send.replaces !== null && isBusy(send.conversationId)) return false;
    if (pending.mustWait(send)) {
      const { reason: _outdated, ...waiting } = { ...send, state: 'waiting' as const };
      outbox.put(waiting);
    } else pending.claim(send.key, () => deliver(send));
    return true;
  }

  function attach(
    conversationId: string,
    userMessageId: string,
    { id: turnId, text: known }: Pick<TurnSummary, 'id' | 'text'>,
  ) {
    if (isBusy(conversationId)) return;
    const text = replies.get(conversationId)?.text ?? known;
    const state = text === '' ? 'waiting' : 'writing';
    replies.begin(conversationId, { turnId, userMessageId, text, state });
    void follow(
      conversationId,
      (signal, onRetry) => streams.resume(conversationId, turnId, signal, onRetry),
      null,
    );
  }

  return {
    send(conversationId, { content, files = [], replaces = null }) {
      const sentAt = new Date().toISOString();
      const message = { content, files, replaces, sentAt };
      return deliverInTurn({ key: newKey(), conversationId, ...message, state: 'sending' });
    },
    resend: (send) => void deliverInTurn(send),
    answer(conversationId, answers, text) {
      if (isBusy(conversationId)) return false;
      const words = { content: '', files: [], replaces: null, sentAt: new Date().toISOString() };
      const send: Send = { key: newKey(), conversationId, ...words, answers, state: 'sending' };
      pending.claim(send.key, () => deliver(send, text));
      return true;
    },
    attach,
    see(conversationId, messages) {
      const asked = messages.findLast(({ turn }) => turn?.status === 'running');
      if (asked?.turn) attach(conversationId, asked.id, asked.turn);
      else if (replies.get(conversationId)?.state === 'lost') replies.end(conversationId);
    },
    reconnect(conversationId) {
      for (const id of replies.lost()) {
        if (conversationId !== undefined && id !== conversationId) continue;
        const { turnId, userMessageId, text } = replies.get(id) ?? {};
        if (turnId && userMessageId) attach(id, userMessageId, { id: turnId, text: text ?? '' });
      }
    },
    leaveFailure(conversationId) {
      leftFailures.add(conversationId);
      return () => void leftFailures.delete(conversationId);
    },
    stop(conversationId) {
      const reply = replies.get(conversationId);
      if (reply === undefined || reply.stopping) return;
      replies.update(conversationId, { stopping: true });
      if (reply.turnId !== null) void stopNow(conversationId, reply.turnId);
    },
    start() {
      leaving = new AbortController();
      const stopSending = pending.start();
      return () => {
        stopSending();
        leaving.abort();
        replies.clear();
      };
    },
  };
}
