import type { Attachment } from '@homie/contracts';
import { newId } from '@homie/widgets/new-id';

/**
 * The state of a message that the server has not acknowledged. `queued`: it waits for the network or for the reply
 * before it. `submitted`: a request is in flight. `failed`: the user decides what to do with it.
 */
export type SendStatus = 'queued' | 'submitted' | 'failed';

/** A stored message that gets another reply. */
export interface Answering {
  messageId: string;
  /** The unfinished turn whose text the reply starts with; null for a reply from the start. */
  continues: string | null;
}

/** A message, or the request for another reply, that the server has not acknowledged yet. */
export interface Send {
  /** The idempotency key: the message is stored once, however often it is sent. */
  key: string;
  conversationId: string;
  content: string;
  /** Files that were uploaded and passed the scan. */
  files: Attachment[];
  /** The message that this one becomes an alternative to; null if it is appended. */
  replaces: string | null;
  /** The message that gets another reply; such a send has no text. */
  answers?: Answering;
  /** The time of the first attempt, ISO 8601. */
  sentAt: string;
  status: SendStatus;
  /** The error message for the user. */
  reason?: string;
}

/** Creates a send with a new idempotency key. */
export function createSend(conversationId: string, fields: Partial<Send>): Send {
  return {
    key: newId(),
    conversationId,
    content: '',
    files: [],
    replaces: null,
    sentAt: new Date().toISOString(),
    status: 'submitted',
    ...fields,
  };
}
