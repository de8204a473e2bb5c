import * as z from 'zod/mini';
import { idSchema, timestampSchema } from './identifiers.ts';

/** Office has the rights of a support worker; the two differ through what is granted to the role. */
export const roleNameSchema = z.enum(['admin', 'office', 'support_worker'], 'Unknown role');
export type RoleName = z.infer<typeof roleNameSchema>;

/** The role that every new user gets. */
export const DEFAULT_ROLE: RoleName = 'support_worker';

/** A role as the database keeps it. */
export const roleSchema = z.object({ id: idSchema(), name: roleNameSchema });
export type Role = z.infer<typeof roleSchema>;

/** A user with the role. */
export const userSchema = z.object({
  id: idSchema(),
  email: z.string(),
  role_id: idSchema(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  role: roleSchema,
});
export type User = z.infer<typeof userSchema>;
