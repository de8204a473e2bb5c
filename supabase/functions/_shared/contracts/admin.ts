/**
 * Contracts that only administration, the audit log, the settings of the account and the searches of conversations use.
 * Separate from `index.ts`, so that the first page does not load them.
 */
export * from './access.ts';
export * from './account.ts';
export * from './administration.ts';
export * from './audit.ts';
export * from './database-health.ts';
export * from './documents.ts';
export * from './feedback.ts';
export * from './follow-ups.ts';
export * from './handovers.ts';
export { plainLine } from './text.ts';
export * from './email-address.ts';
export * from './invitations.ts';
export * from './mail-health.ts';
export * from './models.ts';
export * from './providers.ts';
export * from './audit-holds.ts';
export * from './audit-proof.ts';
export * from './audit-views.ts';
export * from './remote-health.ts';
export * from './synonyms.ts';
export * from './usage.ts';
export * from './message-matches.ts';
export * from './search-excerpt.ts';
export { participantSchema, participantOptionsSchema } from './participants.ts';
export { foundUserSchema, foundUsersSchema } from './users.ts';
export { assistantInputSchema, parseLines, usesOwnDomains } from './assistant-input.ts';
export { assistantKindSchema } from './assistant-kind.ts';
export { TRIAL_HISTORY_MAX, TRIAL_HISTORY_MAX_LENGTH } from './limits.ts';
export type { TryAssistantRequest } from './message-requests.ts';
export { conversationFileSchema, filePreviewSchema } from './attachments.ts';
export { researchAnswerSchema } from './messages.ts';
export {
  CONVERSATION_SEARCH_LIMIT,
  USER_SEARCH_LIMIT,
  SUGGESTION_LIMIT,
  AUDIT_VERIFY_STEP,
} from './limits.ts';
