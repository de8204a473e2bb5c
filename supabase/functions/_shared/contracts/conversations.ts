import * as z from 'zod/mini';
import { assistantKindSchema } from './assistants.ts';
import { idSchema, timestampSchema } from './identifiers.ts';
import {
  CONVERSATION_PAGE_SIZE,
  CONVERSATION_PAGE_SIZE_MAX,
  CONVERSATION_TITLE_MAX_LENGTH,
} from './limits.ts';
import { storable } from './text.ts';

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

/** A conversation in the list says also whether a reply is being written in it. */
export const conversationRowSchema = z.extend(conversationSchema, { running: z.boolean() });
export type ConversationRow = z.infer<typeof conversationRowSchema>;

/** POST /conversations */
export const createConversationRequestSchema = z.object({
  assistantId: idSchema('Invalid assistant ID'),
  title: z.optional(titleSchema),
});
export type CreateConversationRequest = z.input<typeof createConversationRequestSchema>;

/** PUT /conversations/{id} */
export const renameConversationRequestSchema = z.object({ title: titleSchema });
export type RenameConversationRequest = z.input<typeof renameConversationRequestSchema>;

/** GET /conversations */
export const listConversationsQuerySchema = z.object({
  assistantId: z.optional(idSchema('Invalid assistant ID')),
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

/** The answer of GET /conversations: one page, and the number of all. */
export const conversationListSchema = z.object({
  rows: z.array(conversationRowSchema),
  total: z.int(),
  page: z.int(),
  pageSize: z.int(),
});
export type ConversationList = z.infer<typeof conversationListSchema>;
