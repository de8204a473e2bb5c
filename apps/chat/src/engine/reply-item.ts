import type { Citation, Message, TurnStatus } from '@homie/contracts';
import type { UserItem } from './user-item';

/** The state of a reply. `live`: it streams here, and its text is in the store of live replies. */
export type ReplyState =
  'complete' | 'live' | 'lost' | Exclude<TurnStatus, 'completed' | 'running'>;

/** A reply, or the placeholder for one that is awaited. */
export interface ReplyItem {
  kind: 'reply';
  /**
   * Identifies its position after the message that it answers: the same from the first word to the stored message, and
   * for each alternative.
   */
  key: string;
  /** The message id; until the message is stored, an id derived from the message that it answers. */
  id: string;
  /** The stored message; null while there is none. */
  messageId: string | null;
  /** The user message that it answers, if that is known and stored. */
  userMessageId: string | null;
  /** The turn that wrote it, for a reply that is not complete. */
  turnId: string | null;
  text: string;
  at: string | null;
  state: ReplyState;
  /** The error message of the server. */
  reason: string | null;
  errorCode: string | null;
  /** Notes for the reader, such as files that were read only in part. */
  notes: readonly string[];
  /** The web pages that it cites. */
  citations: readonly Citation[];
  /**
   * All alternatives at this position, oldest first, null for one that is not stored; empty if this is the only one.
   */
  alternatives: readonly (string | null)[];
}

/** A stable empty list, so that an unchanged reply does not re-render. */
const NONE: readonly never[] = [];

interface Known {
  /** The message that is answered, with the turn that answers it. */
  message?: Message;
  stored?: Message;
  state?: ReplyState;
}

/** Creates the item of a reply to a user message. */
export function replyItem(
  userItem: UserItem | undefined,
  { message, stored, state = 'complete' }: Known,
): ReplyItem {
  const turn = message?.turn;
  const earlier = turn?.replies ?? [];
  const userMessageId = stored?.parent_id ?? userItem?.id ?? null;
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
    errorCode: turn?.error_code ?? null,
    notes: stored?.notes ?? NONE,
    citations: stored?.citations ?? NONE,
    alternatives: stored?.alternatives ?? (earlier.length > 0 ? [...earlier, null] : []),
  };
}

/** Creates the placeholder for a reply to a message that the server has not acknowledged. */
export function awaitedReply(): ReplyItem {
  return {
    ...replyItem(undefined, { state: 'live' }),
    key: 'reply-awaited',
    id: 'reply-awaited',
  };
}
