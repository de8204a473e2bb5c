/** Calls of the administration and of the audit log, in a separate module that only these screens load. */
export * from './users/get-own-user';
export * from './users/get-user';
export * from './users/list-users';
export * from './users/list-roles';
export * from './users/change-role';
export * from './users/change-accounts';
export * from './users/secure-account';
export * from './users/user-sessions';
export * from './users/change-direct-access';
export * from './users/list-user-access';
export * from './users/user-data';
export * from './imports/import-people';
export * from './participants/list-participants';
export * from './participants/change-participants';
export * from './participants/get-participant-assistant';
export * from './participants/list-assignments';
export * from './participants/assign-worker';
export * from './participants/unassign-worker';
export * from './participants/grant-access-to-all';
export * from './participants/change-workers';
export * from './participants/participant-data';
export * from './assistants/assistant-model';
export * from './assistants/instruction-versions';
export * from './assistants/try-assistant';
export * from './assistants/list-assistant-page';
export * from './assistants/list-assistants-of-key';
export * from './assistants/get-assistant';
export * from './assistants/list-own-conversations';
export * from './assistants/change-assistants';
export * from './assistants/grants';
export * from './assistants/find-users';
export * from './assistants/list-participant-options';
export * from './assistants/assistant-data';
export * from './assistants/change-grants';
export * from './documents/documents';
export * from './documents/list-reviews';
export * from './documents/synonym-data';
export * from './documents/list-owned-documents';
export * from './provider';
export * from './records/list-viewers';
export * from './records/read-history';
export * from './records/read-deletion-effect';
export * from './audit/count-audit-entries';
export * from './audit/query-audit-logs';
export * from './audit/read-audit-entry';
export * from './audit/audit-views';
export * from './audit/suggest';
export * from './audit/read-audit-name';
export * from './audit/proof/audit-holds';
export * from './audit/proof/export-audit';
export * from './audit/proof/verify-audit';
// A remote that imported the contract itself would contain a copy of it.
export {
  ACCOUNT_AUDIT_ACTIONS,
  ADMIN_AUDIT_ACTIONS,
  assistantInputSchema,
  assistantModelSchema,
  AUDIT_ACTIONS,
  AUDIT_PROBLEMS,
  auditExportEntry,
  auditExportLine,
  auditFilterSchema,
  auditHoldInputSchema,
  auditManifestLine,
  auditViewInputSchema,
  defaultAuditFilter,
  FEEDBACK_AUDIT_ACTIONS,
  approvalSchema,
  HANDOVER_AUDIT_ACTIONS,
  cleanAddress,
  invitationRowSchema,
  IMPORT_ROWS_MAX,
  invitationSchema,
  offboardingSchema,
  secureAccountSchema,
  synonymInputSchema,
  userNameSchema,
  parseLines,
  READ_AUDIT_ACTIONS,
  usesOwnDomains,
} from '@homie/contracts/admin';
export * from './feedback/list-feedback';
export * from './feedback/review-feedback';
export * from './usage/read-overview';
export * from './usage/read-usage';
export * from './field-issues';
export { resourceData, type PageSearch, type ResourceData } from './resource-data';
