import type { Message, SequencedStreamEvent, TurnStatus, TurnSummary } from '@homie/contracts';
import type { Send } from '../storage/outbox';
import type { ThreadCache } from '../thread/thread-cache';
import type { LiveReplies } from './live-replies';
import type { TurnNotices } from './turn-notices';

interface FollowedReply {
  conversationId: string;
  events: AsyncIterable<SequencedStreamEvent>;
  replies: LiveReplies;
  thread: ThreadCache;
  notices: TurnNotices;
  /** Resolves when what has been drawn is on the screen. */
  painted: () => Promise<void>;
  /** The send that began it; its first event is the server's acknowledgement. */
  send: Send | null;
  acknowledged: (send: Send) => void;
  /** Called once, when turn and message are known. */
  named: (turnId: string) => void;
}

function acknowledge(thread: ThreadCache, send: Send, id: string, turn: TurnSummary) {
  const { conversationId, content, files, sentAt, replaces, answers } = send;
  if (answers !== undefined) return thread.answering(conversationId, answers, turn);
  const message: Message = {
    id,
    role: 'user',
    content,
    files,
    created_at: sentAt,
    openai_message_id: null,
    parent_id: null,
    alternatives: [],
    turn,
  };
  thread.acknowledge(conversationId, message, replaces);
}

/**
 * Follows one reply to its closing event: the bubble while it is written, the conversation when it is done.
 * @throws what the stream throws; the reply is then still live
 */
export async function followReply(followed: FollowedReply): Promise<void> {
  const { conversationId, events, replies, thread, notices, painted, send } = followed;
  let text = '';
  let lastSeq = 0;
  const live = () => replies.get(conversationId);
  const end = (status: TurnStatus, message: string | null): TurnSummary => ({
    id: live()?.turnId ?? '',
    status,
    text,
    error_message: message,
    last_seq: lastSeq,
    replies: [],
  });

  for await (const event of events) {
    lastSeq = event.seq;
    if (live()?.retrying) replies.update(conversationId, { retrying: false });
    const userMessageId = live()?.userMessageId ?? null;
    switch (event.event) {
      case 'info': {
        const { turnId, userMessageId: id } = event.data;
        if (live()?.turnId === turnId && userMessageId === id) break;
        if (send !== null) {
          acknowledge(thread, send, id, { ...end('running', null), id: turnId });
          followed.acknowledged(send);
        }
        replies.update(conversationId, { turnId, userMessageId: id });
        followed.named(turnId);
        break;
      }
      case 'delta':
        if (live()?.state === 'waiting') notices.started();
        text += event.data.text;
        // A stream followed anew begins at the start: what is on the screen never shrinks.
        if (text.length < (live()?.text.length ?? 0)) break;
        if (event.data.last) replies.finish(conversationId, text);
        else replies.write(conversationId, text);
        break;
      case 'final': {
        const { messageId, openaiMessageId, stopped = false, citations, notes } = event.data;
        text = event.data.text;
        // The last words first: storing, listing and announcing the reply takes longer than drawing them.
        replies.finish(conversationId, text);
        await painted();
        const reply =
          messageId === null
            ? null
            : {
                id: messageId,
                role: 'assistant' as const,
                content: text,
                files: [],
                created_at: new Date().toISOString(),
                openai_message_id: openaiMessageId,
                parent_id: userMessageId,
                alternatives: [],
                ...(citations && { citations }),
                ...(notes && { notes }),
              };
        if (userMessageId !== null)
          thread.complete(
            conversationId,
            userMessageId,
            reply,
            stopped ? end('stopped', null) : undefined,
          );
        replies.end(conversationId);
        notices.finished({ stopped });
        return;
      }
      case 'requires_action':
        if (userMessageId !== null)
          thread.fail(conversationId, userMessageId, end('requires_action', event.data.message));
        replies.end(conversationId);
        notices.failed({ title: 'Tools Required', description: event.data.message });
        return;
      case 'error': {
        const { code, message } = event.data;
        const status = code === 'interrupted' ? 'interrupted' : 'failed';
        if (userMessageId !== null)
          thread.fail(conversationId, userMessageId, end(status, message));
        replies.end(conversationId);
        notices.failed({ title: 'Error', description: message });
        return;
      }
    }
  }
}
