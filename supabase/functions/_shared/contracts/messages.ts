import * as z from 'zod/mini';
import { attachmentSchema, attachmentsSchema } from './attachments.ts';
import { rowsSchema } from './envelope.ts';
import { idSchema, timestampSchema } from './identifiers.ts';
import { IDEMPOTENCY_KEY_MAX_LENGTH, MESSAGE_MAX_LENGTH, QUERY_MAX_LENGTH } from './limits.ts';
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
});
export type TurnSummary = z.infer<typeof turnSummarySchema>;

/** A message of a person or an assistant. `turn` is there while the reply to it is not complete. */
export const messageSchema = z.object({
  id: idSchema(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  files: z.array(attachmentSchema),
  created_at: timestampSchema,
  openai_message_id: z.nullable(z.string()),
  turn: z.optional(turnSummarySchema),
});
export type Message = z.infer<typeof messageSchema>;

/** GET /conversations/{id}/messages, oldest first. */
export const messageListSchema = rowsSchema(messageSchema);
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

/** POST /conversations/{id}/stream */
export const sendMessageRequestSchema = z.intersection(
  messageInputSchema,
  z.object({ idempotencyKey: idempotencyKeySchema }),
);
export type SendMessageRequest = z.input<typeof sendMessageRequestSchema>;

/** GET /conversations/{id}/stream?turnId=…, with the last seen id in the header Last-Event-ID. */
export const resumeStreamQuerySchema = z.object({ turnId: idSchema('Invalid turn ID') });

/** POST /conversations/{id}/stop */
export const stopTurnRequestSchema = z.object({ turnId: idSchema('Invalid turn ID') });
export type StopTurnRequest = z.infer<typeof stopTurnRequestSchema>;

/** POST /conversations/{id}/research */
export const researchRequestSchema = z.object({
  query: z
    .string('Query must be text')
    .check(
      notBlank('Query cannot be empty'),
      z.maxLength(QUERY_MAX_LENGTH, 'Query too long'),
      storable,
    ),
});
export type ResearchRequest = z.infer<typeof researchRequestSchema>;
