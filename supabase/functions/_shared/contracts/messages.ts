import * as z from 'zod/mini';
import { attachmentSchema } from './attachments.ts';
import { citationSchema } from './citations.ts';
import { changeVersionSchema, idSchema, timestampSchema } from './identifiers.ts';

/** Status of a reply. All except 'running' are final. */
export const turnStatusSchema = z.enum([
  'running',
  'completed',
  'stopped',
  'interrupted',
  'failed',
  'requires_action',
]);
export type TurnStatus = z.infer<typeof turnStatusSchema>;

/** Reply whose status is not 'completed', as its user message contains it. `text` is the text written so far. */
export const turnSummarySchema = z.object({
  id: idSchema(),
  status: turnStatusSchema,
  text: z.string(),
  error_message: z.nullable(z.string()),
  /** Code of the error: see `isRetryUseless`. */
  error_code: z.optional(z.nullable(z.string())),
  last_seq: z.int(),
  /** IDs of stored replies to the same message, oldest first, which can be shown again. */
  replies: z.prefault(z.array(idSchema()), []),
});
export type TurnSummary = z.infer<typeof turnSummarySchema>;

const SAME_AGAIN: readonly (string | null)[] = [
  'bad_request',
  'content_filter',
  'conversation_too_long',
  'message_too_long',
  'length_limit',
  'no_answer',
];

/** Checks if the same message would fail again: the user has to change it. */
export function isRetryUseless(errorCode: string | null): boolean {
  return SAME_AGAIN.includes(errorCode);
}

/**
 * Message of a user or an assistant. `turn` is set while the reply to it is not complete. Messages form a tree: an
 * edited message or another reply is a sibling of the earlier one, and a conversation shows one path from root to leaf.
 */
export const messageSchema = z.object({
  id: idSchema(),
  /** ID of the parent in the tree; null for a first message. */
  parent_id: z.prefault(z.nullable(idSchema()), null),
  /** IDs of all siblings, oldest first, including itself; empty if it is the only one. */
  alternatives: z.prefault(z.array(idSchema()), []),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  files: z.array(attachmentSchema),
  created_at: timestampSchema,
  openai_message_id: z.nullable(z.string()),
  /** Sources of a reply, in the order in which it names them. */
  citations: z.optional(z.array(citationSchema)),
  /** Notes for the reader about how the reply was created, e.g. that a file was read only partially. */
  notes: z.optional(z.array(z.string())),
  turn: z.optional(turnSummarySchema),
});
export type Message = z.infer<typeof messageSchema>;

/** Messages of the displayed path, oldest first. */
export const messageListSchema = z.object({
  rows: z.array(messageSchema),
  /** True if the path has messages before these. */
  hasEarlier: z.prefault(z.boolean(), false),
  version: changeVersionSchema,
});
export type MessageList = z.infer<typeof messageListSchema>;

export const researchAnswerSchema = z.object({
  /** ID of the stored reply; null if it was stopped before any text. */
  messageId: z.nullable(idSchema()),
  text: z.string(),
  citations: z.array(citationSchema),
});
export type ResearchAnswer = z.infer<typeof researchAnswerSchema>;
