import * as z from 'zod/mini';
import { assistantKindSchema } from './assistant-kind.ts';
import { idSchema, timestampSchema } from './identifiers.ts';
import {
  AUDIT_ACTIONS_MAX,
  AUDIT_DEFAULT_WINDOW_DAYS,
  AUDIT_KEYWORD_MAX_LENGTH,
  AUDIT_PAGE_SIZE,
  AUDIT_PAGE_SIZE_MAX,
} from './limits.ts';
import { storable } from './text.ts';

/** Recorded actions, by the names stored in the rows. */
export const AUDIT_ACTIONS = [
  'login',
  'conversation_created',
  'send_message',
  'run_started',
  'run_succeeded',
  'run_failed',
  'run_stream_started',
  'run_stream_completed',
  'upload_file',
  'web_research',
  'conversation_deleted',
  'denied',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Events of accounts in addition to `login`, shown as a second group. Failed sign-ins are `denied`. */
export const ACCOUNT_AUDIT_ACTIONS = [
  'signed_up',
  'invitation_accepted',
  'session_ended',
  'sessions_ended',
  'password_changed',
  'factor_added',
  'factor_removed',
  'factors_reset',
  'recovery_codes_created',
  'recovery_code_used',
  'identity_linked',
  'passkey_added',
  'passkey_removed',
  'email_change_requested',
  'email_changed',
] as const;

/** Actions of administrators and operators, shown as a third group. */
export const ADMIN_AUDIT_ACTIONS = [
  'assistant_created',
  'assistant_updated',
  'assistant_deleted',
  'participant_created',
  'participant_updated',
  'participant_deleted',
  'worker_assigned',
  'worker_unassigned',
  'access_granted',
  'access_revoked',
  'role_access_granted',
  'role_access_revoked',
  'role_changed',
  'account_changed',
  'user_invited',
  'invitation_revoked',
  'user_approved',
  'user_rejected',
  'user_deleted',
  'reset_sent',
  'model_changed',
  'document_added',
  'document_changed',
  'document_removed',
  'assistant_tried',
  'synonyms_changed',
] as const;
export type AdminAuditAction = (typeof ADMIN_AUDIT_ACTIONS)[number];

/** Views of other users' records, of documents and files, and operations on the audit log itself, shown as a fourth group. */
export const READ_AUDIT_ACTIONS = [
  'record_viewed',
  'document_opened',
  'file_opened',
  'audit_exported',
  'audit_verified',
  'audit_purged',
  'audit_hold_set',
  'audit_hold_lifted',
] as const;
export type ReadAuditAction = (typeof READ_AUDIT_ACTIONS)[number];

/** Feedback on replies and its review, shown as a fifth group. */
export const FEEDBACK_AUDIT_ACTIONS = [
  'feedback_given',
  'feedback_removed',
  'feedback_reviewed',
] as const;

/** Handing conversations over to colleagues, shown as a sixth group. */
export const HANDOVER_AUDIT_ACTIONS = [
  'handed_over',
  'handover_opened',
  'handover_revoked',
] as const;

/** Audit row as returned, joined with the records that it refers to. */
export const auditLogSchema = z.object({
  id: idSchema(),
  user_id: z.nullable(idSchema()),
  assistant_id: z.nullable(idSchema()),
  conversation_id: z.nullable(idSchema()),
  action: z.string(),
  meta: z.record(z.string(), z.unknown()),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  user_email: z.nullable(z.string()),
  assistant_label: z.nullable(z.string()),
  assistant_kind: z.nullable(assistantKindSchema),
  participant_id: z.nullable(idSchema()),
  participant_name: z.nullable(z.string()),
  /** User whose role, access or assignment was changed. */
  target_user_id: z.nullable(idSchema()),
  target_user_email: z.nullable(z.string()),
});
export type AuditLog = z.infer<typeof auditLogSchema>;

/** A record that has a history. */
export type RecordKind = 'assistant' | 'participant' | 'user';

/**
 * Page of a record's history, newest first; `next` is the cursor of the next page, null at the end. `names` has the
 * current names of the users and participants that the rows refer to by id.
 */
export const historySchema = z.object({
  rows: z.array(auditLogSchema),
  next: z.nullable(z.object({ moment: z.int(), id: idSchema() })),
  names: z.prefault(z.record(z.string(), z.string()), {}),
});
export type RecordHistory = z.infer<typeof historySchema>;

const datetime = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} must be a date and time` });

const actionsSchema = z
  .array(
    z.string().check(z.regex(/^[a-z_]+$/, 'Actions use lowercase letters and underscores only')),
  )
  .check(z.maxLength(AUDIT_ACTIONS_MAX, 'At most 25 actions'));

/** Filter terms for rows, which can also be negated. */
const auditTerms = {
  userId: z.optional(idSchema('Invalid user ID')),
  /** The affected user. */
  targetUserId: z.optional(idSchema('Invalid user ID')),
  assistantId: z.optional(idSchema('Invalid assistant ID')),
  participantId: z.optional(idSchema('Invalid participant ID')),
  conversationId: z.optional(idSchema('Invalid conversation ID')),
  actions: z.optional(actionsSchema),
  /** Literal, case-insensitive text in the action as stored or shown, or in the metadata's text. */
  q: z.optional(
    z
      .string()
      .check(z.maxLength(AUDIT_KEYWORD_MAX_LENGTH, 'Keyword too long (max 120 chars)'), storable),
  ),
};

/** Filter of an audit query. `from` is inclusive, `to` is exclusive. Rows that match any term in `not` are excluded. */
export const auditFilterSchema = z.object({
  from: z.optional(datetime('from')),
  to: z.optional(datetime('to')),
  ...auditTerms,
  not: z.optional(z.object(auditTerms)),
  page: z.prefault(
    z.int('page must be a whole number').check(z.gte(1, 'page must be at least 1')),
    1,
  ),
  pageSize: z.prefault(
    z
      .int('pageSize must be a whole number')
      .check(
        z.gte(1, 'pageSize must be at least 1'),
        z.lte(AUDIT_PAGE_SIZE_MAX, 'pageSize must be at most 100'),
      ),
    AUDIT_PAGE_SIZE,
  ),
  sort: z.prefault(
    z.enum(['created_at_desc', 'created_at_asc'], 'sort must be created_at_desc or created_at_asc'),
    'created_at_desc',
  ),
});
export type AuditFilterInput = z.input<typeof auditFilterSchema>;
export type AuditFilter = z.output<typeof auditFilterSchema>;

/** Page of the audit log with the exact number of all matching rows. */
export const auditPageSchema = z.object({ rows: z.array(auditLogSchema), total: z.int() });
export type AuditPage = z.infer<typeof auditPageSchema>;

/** Entries before and after one within a filter, in the filter's order; null at its ends. */
export const auditNeighboursSchema = z.object({
  previous: z.nullable(idSchema()),
  next: z.nullable(idSchema()),
});
export type AuditNeighbours = z.infer<typeof auditNeighboursSchema>;

/** Returns the initial filter of the audit screen: the last 14 days up to now, first page, newest first. */
export function defaultAuditFilter(now: Date): AuditFilter {
  const from = new Date(now);
  from.setUTCDate(from.getUTCDate() - AUDIT_DEFAULT_WINDOW_DAYS);
  return auditFilterSchema.parse({ from: from.toISOString(), to: now.toISOString() });
}
