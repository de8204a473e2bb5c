import * as z from 'zod/mini';
import { attachmentSchema, attachmentsSchema } from './attachments.ts';
import { idSchema, timestampSchema } from './identifiers.ts';
import {
  IDEMPOTENCY_KEY_MAX_LENGTH,
  MESSAGE_MAX_LENGTH,
  MESSAGE_PAGE_SIZE_MAX,
  QUERY_MAX_LENGTH,
} from './limits.ts';
import { notBlank, storable } from './text.ts';

/** How a reply stands. All but 'running' are ends. */
export const turnStatusSchema = z.enum([
  'running',
  'completed',
  'stopped',
  'interrupted',
  'failed',
  'requires_action',
]);
export type TurnStatus = z.infer<typeof turnStatusSchema>;

/** A reply that did not end 'completed', as its user message carries it. `text` is what was written of it. */
export const turnSummarySchema = z.object({
  id: idSchema(),
  status: turnStatusSchema,
  text: z.string(),
  error_message: z.nullable(z.string()),
  last_seq: z.int(),
  /** Stored replies to the same message, oldest first: what can be gone back to. */
  replies: z.prefault(z.array(idSchema()), []),
});
export type TurnSummary = z.infer<typeof turnSummarySchema>;

/** A page on the web that a reply draws on. Its address is http or https and on the list that the assistant may use. */
export const citationSchema = z.object({ url: z.string(), title: z.string() });
export type Citation = z.infer<typeof citationSchema>;

/**
 * A message of a person or an assistant. `turn` is there while the reply to it is not complete. Messages form a tree: an
 * edited message or another reply stands beside the earlier one, and a conversation shows one path from root to leaf.
 */
export const messageSchema = z.object({
  id: idSchema(),
  /** The message before it on every path that leads here; null for a first message. */
  parent_id: z.prefault(z.nullable(idSchema()), null),
  /** All messages that can stand in its place, oldest first, itself among them; empty when it is the only one. */
  alternatives: z.prefault(z.array(idSchema()), []),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  files: z.array(attachmentSchema),
  created_at: timestampSchema,
  openai_message_id: z.nullable(z.string()),
  /** Sources of a reply, in the order in which it names them. */
  citations: z.optional(z.array(citationSchema)),
  /** What the reader of a reply has to know of how it came about, e.g. that only a part of a file was read. */
  notes: z.optional(z.array(z.string())),
  turn: z.optional(turnSummarySchema),
});
export type Message = z.infer<typeof messageSchema>;

/**
 * GET /conversations/{id}/messages: the path that is shown, or its end. `limit` takes the last so many; `before` those
 * that lead to a message, without it; `until` all from a message on.
 */
export const listMessagesQuerySchema = z.object({
  limit: z.optional(
    z.coerce
      .number('limit must be a number')
      .check(
        z.int('limit must be a whole number'),
        z.gte(1, 'limit must be at least 1'),
        z.lte(MESSAGE_PAGE_SIZE_MAX, 'limit must be at most 200'),
      ),
  ),
  before: z.optional(idSchema('Invalid message ID')),
  until: z.optional(idSchema('Invalid message ID')),
});
export type ListMessagesQuery = z.input<typeof listMessagesQuerySchema>;

/** Messages of the path that is shown, oldest first. */
export const messageListSchema = z.object({
  rows: z.array(messageSchema),
  /** Whether the path has messages before these. */
  hasEarlier: z.prefault(z.boolean(), false),
});
export type MessageList = z.infer<typeof messageListSchema>;

const contentSchema = z
  .string('Message must be text')
  .check(
    notBlank('Message cannot be empty'),
    z.maxLength(MESSAGE_MAX_LENGTH, 'Message too long'),
    storable,
  );

/** The words and files of a message: each is optional, both together are not. */
const messageInputSchema = z
  .object({ content: z.optional(contentSchema), attachments: z.optional(attachmentsSchema) })
  .check(
    z.refine(
      ({ content, attachments }) => content !== undefined || (attachments?.length ?? 0) > 0,
      'Either content or attachments must be provided',
    ),
  );

/** The key that makes a send happen once, however often it is asked for. The sender makes it up. */
const idempotencyKeySchema = z
  .string('idempotencyKey is required')
  .check(
    z.minLength(1, 'idempotencyKey cannot be empty'),
    z.maxLength(IDEMPOTENCY_KEY_MAX_LENGTH, 'idempotencyKey too long'),
    z.regex(/^[\x21-\x7e]*$/, 'idempotencyKey must be plain characters without blanks'),
  );

/** POST /conversations/{id}/stream: adds a message to the path that is shown, or puts one beside `replaces`. */
export const sendMessageRequestSchema = z.intersection(
  messageInputSchema,
  z.object({
    idempotencyKey: idempotencyKeySchema,
    replaces: z.optional(idSchema('Invalid message ID')),
  }),
);
export type SendMessageRequest = z.input<typeof sendMessageRequestSchema>;

/**
 * POST /conversations/{id}/reply: has a stored message of the person answered, once more or at last. `continues` names
 * an unfinished turn of it whose text the reply begins with. Answers with the same events as a send.
 */
export const requestReplyRequestSchema = z.object({
  messageId: idSchema('Invalid message ID'),
  continues: z.optional(idSchema('Invalid turn ID')),
  idempotencyKey: idempotencyKeySchema,
});
export type RequestReplyRequest = z.input<typeof requestReplyRequestSchema>;

/** PUT /conversations/{id}/branch: shows the newest path through this message. */
export const chooseBranchRequestSchema = z.object({ messageId: idSchema('Invalid message ID') });
export type ChooseBranchRequest = z.infer<typeof chooseBranchRequestSchema>;

/** GET /conversations/{id}/stream?turnId=…, with the last seen id in the header Last-Event-ID. */
export const resumeStreamQuerySchema = z.object({ turnId: idSchema('Invalid turn ID') });

/** POST /conversations/{id}/stop */
export const stopTurnRequestSchema = z.object({ turnId: idSchema('Invalid turn ID') });
export type StopTurnRequest = z.infer<typeof stopTurnRequestSchema>;

/**
 * POST /conversations/{id}/research: searches the web within the assistant's sites. The query and what was found become
 * a message and its reply; the answer comes when the reply is complete. Without a key the server makes one up.
 */
export const researchRequestSchema = z.object({
  idempotencyKey: z.optional(idempotencyKeySchema),
  query: z
    .string('Query must be text')
    .check(
      notBlank('Query cannot be empty'),
      z.maxLength(QUERY_MAX_LENGTH, 'Query too long'),
      storable,
    ),
});
export type ResearchRequest = z.infer<typeof researchRequestSchema>;

export const researchAnswerSchema = z.object({
  /** The stored reply; null when it was stopped before its first word. */
  messageId: z.nullable(idSchema()),
  text: z.string(),
  citations: z.array(citationSchema),
});
export type ResearchAnswer = z.infer<typeof researchAnswerSchema>;
