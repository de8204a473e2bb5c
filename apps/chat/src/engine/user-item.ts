import type { Attachment, Message } from '@homie/contracts';
import type { Send } from './send';

/** A message of the person, as the conversation shows it. */
export interface UserItem {
  kind: 'user';
  /** Its place in the conversation: stays the same when the server takes it, and when another takes its place. */
  key: string;
  /** The message's id; prefixed temp- until the server took it. */
  id: string;
  content: string;
  files: Attachment[];
  at: string;
  /** All messages that can stand here, oldest first; empty when there is this one only. */
  alternatives: readonly string[];
  /** The send, while the server has not acknowledged it. */
  send: Send | null;
}

/** A stored message. @param isFirst whether it is the first that is shown */
export function userItem(message: Message, isFirst: boolean): UserItem {
  const { id, content, files, created_at, alternatives, parent_id } = message;
  return {
    kind: 'user',
    // Messages of a server that knows no branches have no parent: these are told apart by themselves.
    key: parent_id === null && !isFirst ? id : `after-${parent_id}`,
    id,
    content,
    files,
    at: created_at,
    alternatives,
    send: null,
  };
}

/** A message that waits for the server, or failed to reach it. */
export function sentItem(send: Send, parentId: string | null): UserItem {
  const { key, content, files, sentAt } = send;
  return {
    kind: 'user',
    // Only one can be next: the others wait, or were given up.
    key: send.status === 'submitted' ? `after-${parentId}` : key,
    id: `temp-${key}`,
    content,
    files,
    at: sentAt,
    alternatives: [],
    send,
  };
}
