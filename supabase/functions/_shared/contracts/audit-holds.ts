import * as z from 'zod/mini';
import { idSchema } from './identifiers.ts';
import { AUDIT_HOLD_REASON_MAX_LENGTH } from './limits.ts';
import { notBlank, storable } from './text.ts';

const kindSchema = z.enum(
  ['all', 'user', 'participant', 'assistant', 'conversation'],
  'kind must be all, user, participant, assistant or conversation',
);
/** What a hold is on: everything, or all about one of these. */
export type AuditHoldKind = z.infer<typeof kindSchema>;

/** A hold: entries of the audit log that no purge takes. Nobody as its setter or lifter: an operator. */
export const auditHoldSchema = z.object({
  id: idSchema(),
  kind: kindSchema,
  subjectId: z.nullable(idSchema()),
  reason: z.string(),
  setBy: z.nullable(z.string()),
  setAt: z.iso.datetime(),
  liftedBy: z.nullable(z.string()),
  /** Null while it holds. */
  liftedAt: z.nullable(z.iso.datetime()),
});
export type AuditHold = z.infer<typeof auditHoldSchema>;

/** How long entries are kept, in days; null when nothing is purged. */
export const auditRetentionSchema = z.object({ days: z.nullable(z.int()) });
export type AuditRetention = z.infer<typeof auditRetentionSchema>;

/** What setting a hold takes. */
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
      'Name what the hold is on, or hold all.',
    ),
  );
export type AuditHoldInput = z.input<typeof auditHoldInputSchema>;
