/** Requests about conversations. Separate from `conversations.ts`, so that the first page does not load them. */
import * as z from 'zod/mini';
import { idSchema } from './identifiers.ts';
import {
  CONVERSATION_PAGE_SIZE,
  CONVERSATION_PAGE_SIZE_MAX,
  CONVERSATION_SEARCH_LIMIT,
  CONVERSATION_SEARCH_LIMIT_MAX,
  CONVERSATION_SEARCH_MAX_LENGTH,
  CONVERSATION_TITLE_MAX_LENGTH,
} from './limits.ts';
import { notBlank, plain, storable } from './text.ts';

const titleSchema = z
  .string('Title must be text')
  .check(
    storable,
    plain,
    z.minLength(1, 'Title cannot be empty'),
    z.maxLength(CONVERSATION_TITLE_MAX_LENGTH, 'Title too long'),
  );

/** POST /conversations */
export const createConversationRequestSchema = z.object({
  assistantId: idSchema('Invalid assistant ID'),
  title: z.optional(titleSchema),
  /** A handover to the caller that the conversation continues. */
  handoverId: z.optional(idSchema('Invalid handover ID')),
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
