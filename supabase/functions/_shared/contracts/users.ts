import * as z from 'zod/mini';
import { idSchema, timestampSchema } from './identifiers.ts';

export const roleNameSchema = z.enum(['admin', 'office', 'support_worker'], 'Unknown role');
export type RoleName = z.infer<typeof roleNameSchema>;

/** The role that every new user gets. */
export const DEFAULT_ROLE: RoleName = 'support_worker';

export const roleSchema = z.object({ id: idSchema(), name: roleNameSchema });
export type Role = z.infer<typeof roleSchema>;

export const userSchema = z.object({
  id: idSchema(),
  email: z.string(),
  role_id: idSchema(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  role: roleSchema,
});
export type User = z.infer<typeof userSchema>;
