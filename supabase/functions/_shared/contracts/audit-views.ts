import * as z from 'zod/mini';
import { idSchema, timestampSchema } from './identifiers.ts';
import { AUDIT_VIEW_NAME_MAX_LENGTH, AUDIT_VIEW_QUERY_MAX_BYTES } from './limits.ts';
import { isStorable, notBlank, plain, storable } from './text.ts';

const size = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** State of the screen's filters, in the screen's own format: the database only stores it. */
const viewQuerySchema = z.record(z.string(), z.unknown()).check(
  z.refine((query) => size(query) <= AUDIT_VIEW_QUERY_MAX_BYTES, 'View too large'),
  z.refine((query) => isStorable(JSON.stringify(query)), 'View cannot be stored'),
);

/** Saved view of the audit log. It belongs to its owner, and all administrators can read it if it is shared. */
export const auditViewSchema = z.object({
  id: idSchema(),
  user_id: idSchema(),
  name: z.string(),
  query: z.record(z.string(), z.unknown()),
  shared: z.boolean(),
  created_at: timestampSchema,
  owner: z.nullable(z.object({ email: z.string(), role: z.object({ name: z.string() }) })),
});
export type AuditView = z.infer<typeof auditViewSchema>;

/** Input for saving a view. Names are unique per owner. */
export const auditViewInputSchema = z.object({
  name: z
    .string()
    .check(
      storable,
      plain,
      notBlank('Please enter a name.'),
      z.maxLength(AUDIT_VIEW_NAME_MAX_LENGTH, 'Name too long (max 80 chars)'),
    ),
  query: viewQuerySchema,
  shared: z.prefault(z.boolean(), false),
});
export type AuditViewInput = z.input<typeof auditViewInputSchema>;
