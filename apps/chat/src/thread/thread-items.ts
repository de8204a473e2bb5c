import type { Attachment, Message, TurnStatus } from '@homie/contracts';
import type { Send } from '../storage/outbox';
import type { LiveReply } from '../turns/live-replies';

/** A message of the person, as the conversation shows it. */
export interface UserItem {
  kind: 'user';
  /** The message's id; prefixed temp- until the server took it. */
  id: string;
  content: string;
  files: Attachment[];
  at: string;
  /** The send, while the server has not acknowledged it. */
  send: Send | null;
}

/** How a reply stands. 'live' is being written and followed here; its text is in the store of live replies. */
export type ReplyState =
  'complete' | 'live' | 'lost' | Exclude<TurnStatus, 'completed' | 'running'>;

/** A reply, or the place where one is awaited. */
export interface ReplyItem {
  kind: 'reply';
  /** Stays the same from the first word to the stored message, so that nothing is drawn anew. */
  id: string;
  text: string;
  at: string | null;
  state: ReplyState;
  /** What the server said when it gave up. */
  reason: string | null;
  /** What was asked: for asking again. */
  question: string;
}

/** A line of the conversation. */
export type ThreadItem = UserItem | ReplyItem;

function replyTo(message: Message, fields: Partial<ReplyItem>): ReplyItem {
  return {
    kind: 'reply',
    id: `reply-${message.id}`,
    text: message.turn?.text ?? '',
    at: null,
    state: 'complete',
    reason: message.turn?.error_message ?? null,
    question: message.content,
    ...fields,
  };
}

function openEnd(message: Message, live: Live | undefined): ReplyItem | null {
  if (live !== undefined && live.userMessageId === message.id)
    return replyTo(message, { state: live.state === 'lost' ? 'lost' : 'live' });
  const status = message.turn?.status;
  if (status === undefined || status === 'completed') return null;
  return replyTo(message, { state: status === 'running' ? 'live' : status });
}

type Live = Pick<LiveReply, 'state' | 'userMessageId'>;

/**
 * What a conversation shows, top to bottom: its messages, the reply that is being written, the sends that wait.
 * @param messages oldest first
 * @param live the reply being written, without its text, which changes too often for this
 */
export function threadItems(
  messages: readonly Message[],
  sends: readonly Send[],
  live: Live | undefined,
): ThreadItem[] {
  const items: ThreadItem[] = [];
  let asked: Message | undefined;
  for (const message of messages) {
    if (message.role === 'user') {
      const { id, content, files, created_at } = message;
      items.push({ kind: 'user', id, content, files, at: created_at, send: null });
      const reply = openEnd(message, live);
      if (reply !== null) items.push(reply);
      asked = message;
      continue;
    }
    const last = items.at(-1);
    const stored = { text: message.content, at: message.created_at };
    // A stopped reply has both: its turn, which says that it was stopped, and the message with what was written.
    if (asked !== undefined && last?.kind === 'reply' && last.state !== 'complete')
      items[items.length - 1] = {
        ...last,
        ...stored,
        state: last.state === 'stopped' ? 'stopped' : 'complete',
      };
    else if (asked !== undefined && last?.kind === 'user') items.push(replyTo(asked, stored));
    else items.push(replyTo(message, { ...stored, id: message.id, question: '' }));
  }
  for (const send of sends) {
    const id = `temp-${send.key}`;
    items.push({
      kind: 'user',
      id,
      content: send.content,
      files: send.files,
      at: send.sentAt,
      send,
    });
  }
  if (live !== undefined && live.userMessageId === null) {
    items.push({
      kind: 'reply',
      id: 'reply-awaited',
      text: '',
      at: null,
      state: 'live',
      reason: null,
      question: '',
    });
  }
  return items;
}
