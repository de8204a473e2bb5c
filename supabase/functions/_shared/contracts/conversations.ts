import * as z from 'zod/mini';
import { assistantKindSchema } from './assistants.ts';
import { idSchema, timestampSchema } from './identifiers.ts';
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

/** A conversation with what is shown of its assistant. */
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
 * A conversation as the list shows it. What a server of an earlier release does not tell has its plain value, so that
 * both can be released on their own.
 */
export const conversationRowSchema = z.extend(conversationSchema, {
  /** A reply is being written in it. */
  running: z.prefault(z.boolean(), false),
  /** A reply has come that the person has not looked at. */
  unread: z.prefault(z.boolean(), false),
  pinned: z.prefault(z.boolean(), false),
  archived: z.prefault(z.boolean(), false),
});
export type ConversationRow = z.infer<typeof conversationRowSchema>;

/** POST /conversations */
export const createConversationRequestSchema = z.object({
  assistantId: idSchema('Invalid assistant ID'),
  title: z.optional(titleSchema),
});
export type CreateConversationRequest = z.input<typeof createConversationRequestSchema>;

/** PUT /conversations/{id}: what is left out stays as it is. */
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
 * GET /conversations: by page, or from a place on by `cursor`, which an earlier answer gave. Those put away are listed
 * apart.
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
 * The answer of GET /conversations: pinned first, then the newest activity. A page says how many there are in all; a
 * reading by cursor (an empty one begins) says where it goes on instead.
 */
export const conversationListSchema = z.object({
  rows: z.array(conversationRowSchema),
  total: z.optional(z.int()),
  page: z.optional(z.int()),
  pageSize: z.int(),
  /** Where the next reading begins; null at the end. */
  nextCursor: z.prefault(z.nullable(z.string()), null),
});
export type ConversationList = z.infer<typeof conversationListSchema>;

/** GET /conversations/search: a literal piece of a title or of a message. */
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

/** The place in a message where the text was found, cut out with a little of what is around it. */
export const messageMatchSchema = z.object({
  messageId: idSchema(),
  role: z.enum(['user', 'assistant']),
  created_at: timestampSchema,
  before: z.string(),
  text: z.string(),
  after: z.string(),
});
export type MessageMatch = z.infer<typeof messageMatchSchema>;

/** One conversation that was found, newest activity first; without a match in a message its title matched. */
export const conversationHitSchema = z.object({
  conversation: conversationRowSchema,
  match: z.nullable(messageMatchSchema),
});
export type ConversationHit = z.infer<typeof conversationHitSchema>;
export const conversationHitsSchema = z.object({ rows: z.array(conversationHitSchema) });

/**
 * The events of GET /conversations/changes, a stream without an end. Each id is a cursor to begin again from, in the
 * header Last-Event-ID. `ready` comes first and says that what changes from here on will be told; `reset` in its place
 * that the cursor given is too old, so that everything must be read anew.
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
  /** Of the reader, for times in words; UTC if none is given. */
  timeZone: z._default(
    z.string().check(z.refine(isTimeZone, 'timeZone must be a time zone')),
    'UTC',
  ),
});
export type ExportFormat = z.infer<typeof exportConversationQuerySchema>['format'];

/** A conversation as a file. */
export const exportedConversationSchema = z.object({
  filename: z.string(),
  mime: z.string(),
  text: z.string(),
});
export type ExportedConversation = z.infer<typeof exportedConversationSchema>;
