import type { Citation, Message, TurnStatus } from '@homie/contracts';
import type { UserItem } from './user-item';

/** How a reply stands. 'live' is being written and followed here; its text is in the store of live replies. */
export type ReplyState =
  'complete' | 'live' | 'lost' | Exclude<TurnStatus, 'completed' | 'running'>;

/** A reply, or the place where one is awaited. */
export interface ReplyItem {
  kind: 'reply';
  /** Its place, under the message it answers: the same from the first word to the stored message, and for each other reply. */
  key: string;
  /** The message's id; until it is stored, one made of the message it answers. */
  id: string;
  /** The stored message; null while there is none. */
  messageId: string | null;
  /** The message of the person that it answers, as far as that is known and stored. */
  userMessageId: string | null;
  /** The turn that wrote it, where it matters: for one that is not complete. */
  turnId: string | null;
  text: string;
  at: string | null;
  state: ReplyState;
  /** What the server said when it gave up. */
  reason: string | null;
  /** What the reader has to know of how it came about. */
  notes: readonly string[];
  /** The pages on the web that it cites. */
  citations: readonly Citation[];
  /** All replies that can stand here, oldest first, null for one that is not stored; empty when there is this one only. */
  alternatives: readonly (string | null)[];
}

/** The same list each time: a reply that did not change is not drawn anew. */
const NONE: readonly never[] = [];

interface Known {
  /** The message that is answered, with the turn that answers it. */
  message?: Message;
  stored?: Message;
  state?: ReplyState;
}

/** The reply to a message of the person. */
export function replyItem(
  asked: UserItem | undefined,
  { message, stored, state = 'complete' }: Known,
): ReplyItem {
  const turn = message?.turn;
  const earlier = turn?.replies ?? [];
  const userMessageId = stored?.parent_id ?? asked?.id ?? null;
  const id = stored?.id ?? `reply-${userMessageId}`;
  return {
    kind: 'reply',
    key: `reply-${userMessageId ?? id}`,
    id,
    messageId: stored?.id ?? null,
    userMessageId,
    turnId: turn?.id ?? null,
    text: stored?.content ?? turn?.text ?? '',
    at: stored?.created_at ?? null,
    state,
    reason: turn?.error_message ?? null,
    notes: stored?.notes ?? NONE,
    citations: stored?.citations ?? NONE,
    alternatives: stored?.alternatives ?? (earlier.length > 0 ? [...earlier, null] : []),
  };
}

/** The place of a reply to a message that the server has not taken yet. */
export function awaitedReply(): ReplyItem {
  return {
    ...replyItem(undefined, { state: 'live' }),
    key: 'reply-awaited',
    id: 'reply-awaited',
  };
}
