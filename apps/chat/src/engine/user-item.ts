import type { Attachment, Message } from '@homie/contracts';
import type { Send } from './send';

/** A user message in the thread. */
export interface UserItem {
  kind: 'user';
  /**
   * Identifies its position in the thread: the same before and after the server acknowledges it, and for each
   * alternative.
   */
  key: string;
  /** The message id; prefixed temp- until the server has acknowledged it. */
  id: string;
  content: string;
  files: Attachment[];
  at: string;
  /** All alternatives at this position, oldest first; empty if this is the only one. */
  alternatives: readonly string[];
  /** The send, while the server has not acknowledged it. */
  send: Send | null;
}

/**
 * Creates the item of a stored message.
 * @param isFirst true for the first message that is shown
 */
export function userItem(message: Message, isFirst: boolean): UserItem {
  const { id, content, files, created_at, alternatives, parent_id } = message;
  return {
    kind: 'user',
    // Messages of a server without branches have no parent: use their own ids.
    key: parent_id === null && !isFirst ? id : `after-${parent_id}`,
    id,
    content,
    files,
    at: created_at,
    alternatives,
    send: null,
  };
}

/** Creates the item of a message that waits for the server, or failed to reach it. */
export function sentItem(send: Send, parentId: string | null): UserItem {
  const { key, content, files, sentAt } = send;
  return {
    kind: 'user',
    // Only the message in flight can be next: the others are queued or failed.
    key: send.status === 'submitted' ? `after-${parentId}` : key,
    id: `temp-${key}`,
    content,
    files,
    at: sentAt,
    alternatives: [],
    send,
  };
}
