import { isNetworkError } from '@homie/api-client';
import type { SequencedStreamEvent, TurnSummary } from '@homie/contracts';
import type { Outbox, Send } from '../storage/outbox';
import type { ThreadCache } from '../thread/thread-cache';
import { followReply } from './follow-reply';
import type { LiveReplies } from './live-replies';
import { newKey } from './new-key';
import type { ReplyStreams } from './reply-streams';
import { failureNotice, type TurnNotices } from './turn-notices';

/** After a reload, a send this young simply goes on; an older one waits for the person's word. */
const RESUME_SEND_WITHIN_MS = 10 * 60_000;

/** What a person sends: words, files or both; `replaces` puts it beside an earlier message of theirs. */
export type NewMessage = Pick<Send, 'content'> & Partial<Pick<Send, 'files' | 'replaces'>>;

/** Sends messages and follows replies, one a conversation, whatever is on the screen. */
export interface TurnRunner {
  /** Sends a message. False, and nothing happens, while another send of the conversation runs. */
  send: (conversationId: string, message: NewMessage) => boolean;
  /** Tries a failed send again, under its own key. */
  resend: (send: Send) => void;
  /** Follows a reply that is being written already. */
  attach: (conversationId: string, userMessageId: string, turn: TurnSummary) => void;
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
}

/** The runner of one person; `start` must be called before anything is sent. */
export function createTurnRunner(dependencies: Dependencies): TurnRunner {
  const { streams, replies, outbox, thread, notices } = dependencies;
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
    open: (signal: AbortSignal) => AsyncIterable<SequencedStreamEvent>,
    send: Send | null,
  ) {
    const { signal } = leaving;
    try {
      await followReply({
        conversationId,
        events: open(signal),
        replies,
        thread,
        notices,
        send,
        acknowledged: ({ key }) => outbox.remove(key),
        named: (turnId) => {
          if (replies.get(conversationId)?.stopping) void stopNow(conversationId, turnId);
        },
      });
    } catch (error) {
      if (signal.aborted) return;
      const notice = failureNotice(error);
      const pending = outbox.all().find(({ key }) => key === send?.key);
      if (pending !== undefined) {
        outbox.put({ ...pending, state: 'failed', reason: notice.description });
        replies.end(conversationId);
      } else if (isNetworkError(error)) {
        replies.update(conversationId, { state: 'lost', stopping: false });
      } else {
        replies.end(conversationId);
        thread.refresh(conversationId);
      }
      notices.failed(notice);
    }
  }

  function deliver(send: Send) {
    const { reason: _outdated, ...sending } = { ...send, state: 'sending' as const };
    replies.begin(send.conversationId, {});
    outbox.put(sending);
    void follow(send.conversationId, (signal) => streams.send(sending, signal), sending);
  }

  return {
    send(conversationId, { content, files = [], replaces = null }) {
      if (isBusy(conversationId)) return false;
      const sentAt = new Date().toISOString();
      const message = { content, files, replaces, sentAt };
      deliver({ key: newKey(), conversationId, ...message, state: 'sending' });
      return true;
    },
    resend(send) {
      if (!isBusy(send.conversationId)) deliver(send);
    },
    attach(conversationId, userMessageId, { id: turnId, text }) {
      if (isBusy(conversationId)) return;
      replies.begin(conversationId, {
        turnId,
        userMessageId,
        text: replies.get(conversationId)?.text ?? text,
        state: text === '' ? 'waiting' : 'writing',
      });
      void follow(conversationId, (signal) => streams.resume(conversationId, turnId, signal), null);
    },
    stop(conversationId) {
      const reply = replies.get(conversationId);
      if (reply === undefined || reply.stopping) return;
      replies.update(conversationId, { stopping: true });
      if (reply.turnId !== null) void stopNow(conversationId, reply.turnId);
    },
    start() {
      leaving = new AbortController();
      for (const send of outbox.all().filter(({ state }) => state === 'sending')) {
        const isYoung = Date.now() - Date.parse(send.sentAt) < RESUME_SEND_WITHIN_MS;
        if (isYoung && !isBusy(send.conversationId)) deliver(send);
        else outbox.put({ ...send, state: 'failed' });
      }
      return () => {
        leaving.abort();
        replies.clear();
      };
    },
  };
}
