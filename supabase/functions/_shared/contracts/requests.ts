/**
 * Contracts that only the functions and the server use: request schemas, and error responses. Pages do not need them,
 * and every export of `index.ts` is in the first load.
 */
export {
  PASSWORD_MAX_BYTES,
  CITATIONS_MAX,
  CITATION_URL_MAX_LENGTH,
  CITATION_TITLE_MAX_LENGTH,
  NOTES_MAX,
  NOTE_MAX_LENGTH,
} from './limits.ts';
export { validationIssues } from './validation.ts';
export { AppError, toPublicError, parseRetryHint } from './errors.ts';
export { callRequestSchema } from './envelope.ts';
export {
  claimedKind,
  uploadRequestSchema,
  uploadedFileRequestSchema,
  scanRequestSchema,
} from './attachments.ts';
export {
  assistantInputSchema,
  listAssistantsQuerySchema,
  assistantKeySchema,
  updateAssistantRequestSchema,
} from './assistant-input.ts';
export { conversationSchema } from './conversations.ts';
export {
  createConversationRequestSchema,
  updateConversationRequestSchema,
  listConversationsQuerySchema,
  searchConversationsQuerySchema,
  exportConversationQuerySchema,
} from './conversation-requests.ts';
export { turnStatusSchema, messageSchema } from './messages.ts';
export {
  listMessagesQuerySchema,
  sendMessageRequestSchema,
  requestReplyRequestSchema,
  chooseBranchRequestSchema,
  resumeStreamQuerySchema,
  stopTurnRequestSchema,
  researchRequestSchema,
  tryAssistantRequestSchema,
} from './message-requests.ts';
export { usageQuerySchema, usageReportSchema, usageRowsSchema } from './usage.ts';
export { feedbackInputSchema, replyFeedbackSchema } from './feedback.ts';
export { streamEventSchema } from './stream-events.ts';
export { participantStatusSchema, participantOptionsQuerySchema } from './participants.ts';
export {
  documentFileRequestSchema,
  documentNoteRequestSchema,
  documentLinkRequestSchema,
  readAgainRequestSchema,
  savedDocumentSchema,
  placeSchema,
  type DocumentTarget,
  type Place,
} from './documents.ts';
export { findUsersQuerySchema } from './users.ts';
export { invitationRequestSchema } from './invitations.ts';
