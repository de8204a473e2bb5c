/** Requests about messages. Separate from `messages.ts`, so that the first page does not load them. */
import * as z from 'zod/mini';
import { attachmentsSchema } from './attachments.ts';
import { idSchema } from './identifiers.ts';
import {
  IDEMPOTENCY_KEY_MAX_LENGTH,
  MESSAGE_MAX_LENGTH,
  MESSAGE_PAGE_SIZE_MAX,
  QUERY_MAX_LENGTH,
  TRIAL_HISTORY_MAX,
  TRIAL_HISTORY_MAX_LENGTH,
} from './limits.ts';
import { assistantModelSchema } from './models.ts';
import { notBlank, storable } from './text.ts';

/**
 * GET /conversations/{id}/messages: the displayed path, or its end. `limit` selects the last messages, up to that
 * number; `before` those that precede a message, without it; `until` all from a message on.
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

/** Text of a message. */
const contentSchema = z
  .string('Message must be text')
  .check(
    notBlank('Message cannot be empty'),
    z.maxLength(MESSAGE_MAX_LENGTH, 'Message too long'),
    storable,
  );

/** Text and files of a message: each is optional, but one of them is required. */
const messageInputSchema = z
  .object({ content: z.optional(contentSchema), attachments: z.optional(attachmentsSchema) })
  .check(
    z.refine(
      ({ content, attachments }) => content !== undefined || (attachments?.length ?? 0) > 0,
      'Either content or attachments must be provided',
    ),
  );

/** Idempotency key: repeated requests with the same key send a message once. The client generates it. */
const idempotencyKeySchema = z
  .string('idempotencyKey is required')
  .check(
    z.minLength(1, 'idempotencyKey cannot be empty'),
    z.maxLength(IDEMPOTENCY_KEY_MAX_LENGTH, 'idempotencyKey too long'),
    z.regex(/^[\x21-\x7e]*$/, 'idempotencyKey must be plain characters without blanks'),
  );

/** POST /conversations/{id}/stream: adds a message to the displayed path, or as a sibling of `replaces`. */
export const sendMessageRequestSchema = z.intersection(
  messageInputSchema,
  z.object({
    idempotencyKey: idempotencyKeySchema,
    replaces: z.optional(idSchema('Invalid message ID')),
  }),
);
export type SendMessageRequest = z.input<typeof sendMessageRequestSchema>;

/**
 * POST /conversations/{id}/reply: requests a reply to a stored message of the user, for the first time or again.
 * `continues` is the ID of an unfinished turn of that message, whose text starts the reply. Responds with the same
 * events as a send.
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
 * POST /conversations/{id}/research: searches the web within the assistant's sites. The query and the findings are
 * stored as a message and its reply; the response follows when the reply is complete. Without a key the server
 * generates one.
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

/**
 * POST /assistants/{id}/try: a reply with these model settings, saved or not. The server stores neither the settings nor
 * the messages, so the client sends the earlier messages of the trial, oldest first.
 */
export const tryAssistantRequestSchema = z.object({
  model: assistantModelSchema,
  history: z
    .array(
      z.object({
        role: z.enum(['user', 'assistant'], 'Role must be user or assistant'),
        text: z
          .string('Earlier messages must be text')
          .check(z.maxLength(TRIAL_HISTORY_MAX_LENGTH, 'Earlier message too long'), storable),
      }),
    )
    .check(z.maxLength(TRIAL_HISTORY_MAX, 'At most 40 earlier messages')),
  content: contentSchema,
});
export type TryAssistantRequest = z.input<typeof tryAssistantRequestSchema>;
