/**
 * Contracts between the browser, the functions and the database: response schemas, the rules that both sides must apply
 * alike, the limits, and all types. No I/O, and `zod/mini` only: the first page loads every value exported here.
 * Request schemas are in `requests.ts`, contracts for administration only in `admin.ts`, the sign-in forms in
 * `authentication.ts`.
 */
export * from './product-map.ts';
export {
  PASSWORD_MIN_LENGTH,
  CONVERSATION_TITLE_MAX_LENGTH,
  DEFAULT_CONVERSATION_TITLE,
  CONVERSATION_PAGE_SIZE,
  CONVERSATION_PAGE_SIZE_MAX,
  CONVERSATION_SEARCH_MAX_LENGTH,
  MESSAGE_PAGE_SIZE,
  HANDOVER_NOTE_MAX_LENGTH,
  MESSAGE_MAX_LENGTH,
  FILES_PER_MESSAGE_MAX,
  FILE_SIZE_MAX_BYTES,
  FILES_TOTAL_SIZE_MAX_BYTES,
  UPLOAD_CHUNK_BYTES,
  ASSISTANT_SEARCH_MAX_LENGTH,
  ASSISTANT_LIST_MAX,
  PARTICIPANT_NAME_MAX_LENGTH,
  PARTICIPANT_PAGE_SIZE,
  USER_PAGE_SIZE,
  USER_SEARCH_MAX_LENGTH,
  AUDIT_PAGE_SIZE,
  AUDIT_ACTIONS_MAX,
  AUDIT_KEYWORD_MAX_LENGTH,
  AUDIT_EXPORT_MAX,
  AUDIT_VIEW_NAME_MAX_LENGTH,
} from './limits.ts';
export { isStorable } from './text.ts';
export type * from './validation.ts';
export { describeIssues, describeMessages } from './validation.ts';
export type * from './errors.ts';
export type * from './envelope.ts';
export { idSchema } from './identifiers.ts';
export type * from './account.ts';
export type * from './attachments.ts';
export {
  FILE_SIZE_MESSAGE,
  FILES_TOTAL_SIZE_MESSAGE,
  FILES_COUNT_MESSAGE,
  FILE_TYPE_MESSAGE,
  FILE_TYPES,
  isAcceptedFileType,
  attachmentSchema,
  uploadResponseSchema,
  fileLinkSchema,
  scanResponseSchema,
  isScanPassed,
} from './attachments.ts';
export type * from './assistant-input.ts';
export type * from './assistant-kind.ts';
export type * from './assistants.ts';
export { assistantSchema, assistantListSchema } from './assistants.ts';
export type * from './citations.ts';
export type * from './conversation-requests.ts';
export type * from './conversations.ts';
export {
  conversationDetailSchema,
  conversationRowSchema,
  conversationListSchema,
  conversationHitsSchema,
  conversationChangeSchema,
  exportedConversationSchema,
} from './conversations.ts';
export type * from './feedback.ts';
export type * from './follow-ups.ts';
export type * from './handovers.ts';
export type * from './usage.ts';
export type * from './message-requests.ts';
export type * from './messages.ts';
export { isRetryUseless, messageListSchema } from './messages.ts';
export type * from './message-matches.ts';
export type * from './models.ts';
export type * from './stream-events.ts';
export { appendDelta, isClosingEvent, parseStreamEvent } from './stream-events.ts';
export type * from './access.ts';
export type * from './participants.ts';
export { participantInputSchema } from './participants.ts';
export type * from './users.ts';
export type * from './invitations.ts';
export { roleNameSchema, DEFAULT_ROLE, roleSchema, userSchema } from './users.ts';
export type * from './administration.ts';
export type * from './audit.ts';
export type * from './audit-holds.ts';
export type * from './audit-proof.ts';
export type * from './audit-views.ts';
export * from './session.ts';
