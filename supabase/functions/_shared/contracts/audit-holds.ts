import * as z from 'zod/mini';
import { idSchema } from './identifiers.ts';
import { AUDIT_HOLD_REASON_MAX_LENGTH } from './limits.ts';
import { notBlank, storable } from './text.ts';

const kindSchema = z.enum(
  ['all', 'user', 'participant', 'assistant', 'conversation'],
  'kind must be all, user, participant, assistant or conversation',
);
/** Scope of a hold: all entries, or all about one of these subjects. */
export type AuditHoldKind = z.infer<typeof kindSchema>;

/**
 * Hold on entries of the audit log, which protects them from purges. `setBy` and `liftedBy` are null for an operator.
 */
export const auditHoldSchema = z.object({
  id: idSchema(),
  kind: kindSchema,
  subjectId: z.nullable(idSchema()),
  reason: z.string(),
  setBy: z.nullable(z.string()),
  setAt: z.iso.datetime(),
  liftedBy: z.nullable(z.string()),
  /** Null while the hold is active. */
  liftedAt: z.nullable(z.iso.datetime()),
});
export type AuditHold = z.infer<typeof auditHoldSchema>;

/** Retention period of entries, in days; null if nothing is purged. */
export const auditRetentionSchema = z.object({ days: z.nullable(z.int()) });
export type AuditRetention = z.infer<typeof auditRetentionSchema>;

/** Input for setting a hold. */
export const auditHoldInputSchema = z
  .object({
    kind: kindSchema,
    subjectId: z.nullish(idSchema()),
    reason: z
      .string()
      .check(
        z.trim(),
        notBlank('Please enter a reason.'),
        z.maxLength(AUDIT_HOLD_REASON_MAX_LENGTH, 'Reason too long (max 500 chars)'),
        storable,
      ),
  })
  .check(
    z.refine(
      ({ kind, subjectId }) => (kind === 'all') === (subjectId === undefined || subjectId === null),
      { path: ['subjectId'], error: 'Choose what the hold applies to.' },
    ),
  );
export type AuditHoldInput = z.input<typeof auditHoldInputSchema>;
