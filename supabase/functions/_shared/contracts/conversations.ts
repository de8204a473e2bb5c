import * as z from 'zod/mini';
import { assistantKindSchema } from './assistant-kind.ts';
import { changeVersionSchema, idSchema, timestampSchema } from './identifiers.ts';

/** Conversation with the displayed fields of its assistant. */
export const conversationSchema = z.object({
  id: idSchema(),
  title: z.string(),
  assistant_id: idSchema(),
  updated_at: timestampSchema,
  assistants: z.object({
    kind: assistantKindSchema,
    label: z.string(),
    participant_name: z.optional(z.nullable(z.string())),
    suggest_follow_ups: z.optional(z.boolean()),
  }),
});
export type Conversation = z.infer<typeof conversationSchema>;

/**
 * Conversation as a row of the list. Fields that a server of an earlier release does not send have defaults, so that
 * client and server can be released independently.
 */
export const conversationRowSchema = z.extend(conversationSchema, {
  /** True while a reply is being written. */
  running: z.prefault(z.boolean(), false),
  /** True if there is a reply that the user has not seen. */
  unread: z.prefault(z.boolean(), false),
  pinned: z.prefault(z.boolean(), false),
  archived: z.prefault(z.boolean(), false),
  /** The handover that it continues, unless that was revoked. */
  handover_id: z.prefault(z.nullable(idSchema()), null),
});
export type ConversationRow = z.infer<typeof conversationRowSchema>;

/** Response of GET /conversations/{id}. */
export const conversationDetailSchema = z.extend(conversationRowSchema, {
  version: changeVersionSchema,
});
export type ConversationDetail = z.infer<typeof conversationDetailSchema>;

/**
 * Response of GET /conversations: pinned first, then by newest activity. A page has the total number. A request by
 * cursor (an empty one starts at the first row) returns the next cursor instead.
 */
export const conversationListSchema = z.object({
  rows: z.array(conversationRowSchema),
  total: z.optional(z.int()),
  page: z.optional(z.int()),
  pageSize: z.int(),
  /** Cursor of the next rows; null at the end. */
  nextCursor: z.prefault(z.nullable(z.string()), null),
  version: changeVersionSchema,
});
export type ConversationList = z.infer<typeof conversationListSchema>;

/** Match in a message, with a little of the text before and after it. */
export const messageMatchSchema = z.object({
  messageId: idSchema(),
  role: z.enum(['user', 'assistant']),
  created_at: timestampSchema,
  before: z.string(),
  text: z.string(),
  after: z.string(),
});
export type MessageMatch = z.infer<typeof messageMatchSchema>;

/** Conversation that a search found, newest activity first. If `match` is null, the title matched. */
export const conversationHitSchema = z.object({
  conversation: conversationRowSchema,
  match: z.nullable(messageMatchSchema),
});
export type ConversationHit = z.infer<typeof conversationHitSchema>;
export const conversationHitsSchema = z.object({ rows: z.array(conversationHitSchema) });

/**
 * Events of GET /conversations/changes, an endless stream. Each ID is a cursor to resume from, in the header
 * Last-Event-ID. The first event is `ready`: all later changes will follow. Or it is `reset`: the given cursor is too
 * old, so that the client must reload everything.
 */
export const conversationChangeSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ready'), data: z.object({}) }),
  z.object({ event: z.literal('reset'), data: z.object({}) }),
  z.object({ event: z.literal('changed'), data: conversationRowSchema }),
  z.object({ event: z.literal('removed'), data: z.object({ id: idSchema() }) }),
]);
export type ConversationChange = z.infer<typeof conversationChangeSchema>;

/** Conversation as an exported file. */
export const exportedConversationSchema = z.object({
  filename: z.string(),
  mime: z.string(),
  text: z.string(),
});
export type ExportedConversation = z.infer<typeof exportedConversationSchema>;
