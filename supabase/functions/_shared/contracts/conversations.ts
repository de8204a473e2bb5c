import * as z from 'zod/mini';
import { assistantKindSchema } from './assistants.ts';
import { changeVersionSchema, idSchema, timestampSchema } from './identifiers.ts';
import {
  CONVERSATION_PAGE_SIZE,
  CONVERSATION_PAGE_SIZE_MAX,
  CONVERSATION_SEARCH_LIMIT,
  CONVERSATION_SEARCH_LIMIT_MAX,
  CONVERSATION_SEARCH_MAX_LENGTH,
  CONVERSATION_TITLE_MAX_LENGTH,
} from './limits.ts';
import { notBlank, storable } from './text.ts';

const titleSchema = z
  .string('Title must be text')
  .check(
    z.trim(),
    z.minLength(1, 'Title cannot be empty'),
    z.maxLength(CONVERSATION_TITLE_MAX_LENGTH, 'Title too long'),
    storable,
  );

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
});
export type ConversationRow = z.infer<typeof conversationRowSchema>;

/** Response of GET /conversations/{id}. */
export const conversationDetailSchema = z.extend(conversationRowSchema, {
  version: changeVersionSchema,
});
export type ConversationDetail = z.infer<typeof conversationDetailSchema>;

/** POST /conversations */
export const createConversationRequestSchema = z.object({
  assistantId: idSchema('Invalid assistant ID'),
  title: z.optional(titleSchema),
});
export type CreateConversationRequest = z.input<typeof createConversationRequestSchema>;

/** PUT /conversations/{id}: omitted fields stay unchanged. */
export const updateConversationRequestSchema = z
  .object({
    title: z.optional(titleSchema),
    pinned: z.optional(z.boolean('pinned must be true or false')),
    archived: z.optional(z.boolean('archived must be true or false')),
    unread: z.optional(z.boolean('unread must be true or false')),
  })
  .check(
    z.refine(
      (change) => Object.values(change).some((value) => value !== undefined),
      'Nothing to change',
    ),
  );
export type UpdateConversationRequest = z.input<typeof updateConversationRequestSchema>;

/**
 * GET /conversations: by page, or from the `cursor` of an earlier response. Archived conversations are listed
 * separately.
 */
export const listConversationsQuerySchema = z.object({
  assistantId: z.optional(idSchema('Invalid assistant ID')),
  archived: z.prefault(z.stringbool('archived must be true or false'), 'false'),
  cursor: z.optional(
    z
      .string('cursor must be text')
      .check(z.regex(/^[\w-]{0,200}$/, 'cursor must come from an earlier answer')),
  ),
  page: z.prefault(
    z.coerce
      .number('page must be a number')
      .check(z.int('page must be a whole number'), z.gte(1, 'page must be at least 1')),
    1,
  ),
  pageSize: z.prefault(
    z.coerce
      .number('pageSize must be a number')
      .check(
        z.int('pageSize must be a whole number'),
        z.gte(1, 'pageSize must be at least 1'),
        z.lte(CONVERSATION_PAGE_SIZE_MAX, 'pageSize must be at most 100'),
      ),
    CONVERSATION_PAGE_SIZE,
  ),
});
export type ListConversationsQuery = z.input<typeof listConversationsQuerySchema>;

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

/** GET /conversations/search: literal text within a title or a message. */
export const searchConversationsQuerySchema = z.object({
  q: z
    .string('q must be text')
    .check(
      notBlank('Type what to look for'),
      z.maxLength(CONVERSATION_SEARCH_MAX_LENGTH, 'Search text too long'),
      storable,
    ),
  limit: z.prefault(
    z.coerce
      .number('limit must be a number')
      .check(
        z.int('limit must be a whole number'),
        z.gte(1, 'limit must be at least 1'),
        z.lte(CONVERSATION_SEARCH_LIMIT_MAX, 'limit must be at most 50'),
      ),
    CONVERSATION_SEARCH_LIMIT,
  ),
});
export type SearchConversationsQuery = z.input<typeof searchConversationsQuerySchema>;

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

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-AU', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** GET /conversations/{id}/export */
export const exportConversationQuerySchema = z.object({
  format: z.enum(['markdown', 'json'], 'format must be markdown or json'),
  /** Time zone of the reader, for formatted times; UTC by default. */
  timeZone: z._default(
    z.string().check(z.refine(isTimeZone, 'timeZone must be a time zone')),
    'UTC',
  ),
});
export type ExportFormat = z.infer<typeof exportConversationQuerySchema>['format'];

/** Conversation as an exported file. */
export const exportedConversationSchema = z.object({
  filename: z.string(),
  mime: z.string(),
  text: z.string(),
});
export type ExportedConversation = z.infer<typeof exportedConversationSchema>;
