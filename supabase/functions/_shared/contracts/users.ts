import * as z from 'zod/mini';
import { rowsSchema } from './envelope.ts';
import { idSchema, timestampSchema } from './identifiers.ts';
import { USER_SEARCH_LIMIT, USER_SEARCH_LIMIT_MAX, USER_SEARCH_MAX_LENGTH } from './limits.ts';
import { limitSchema } from './paging.ts';
import { storable } from './text.ts';

/** Roles. Office has the rights of a support worker; the two differ through the access granted to the role. */
export const roleNameSchema = z.enum(['admin', 'office', 'support_worker'], 'Unknown role');
export type RoleName = z.infer<typeof roleNameSchema>;

/** Role of every new user. */
export const DEFAULT_ROLE: RoleName = 'support_worker';

/** Role as stored in the database. */
export const roleSchema = z.object({ id: idSchema(), name: roleNameSchema });
export type Role = z.infer<typeof roleSchema>;

/**
 * State of an account. `waiting`: an administrator has not approved the sign-up yet. `unconfirmed`: its email address is
 * not confirmed, so signing in is refused.
 */
export const accountStateSchema = z.enum([
  'active',
  'waiting',
  'invited',
  'invitation_expired',
  'unconfirmed',
  'deactivated',
]);
export type AccountState = z.infer<typeof accountStateSchema>;

/** A user with the role. */
export const userSchema = z.object({
  id: idSchema(),
  email: z.string(),
  /** The name that the user chose; null if there is none. */
  display_name: z.nullable(z.string()),
  role_id: idSchema(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  account_state: accountStateSchema,
  last_sign_in_at: z.nullable(timestampSchema),
  /** Role that an invited user will have; null for others. */
  invited_role: z.nullable(roleNameSchema),
  role: roleSchema,
});
export type User = z.infer<typeof userSchema>;

/** User as a search result. */
export const foundUserSchema = z.object({
  id: idSchema(),
  email: z.string(),
  display_name: z.nullable(z.string()),
  role: z.object({ name: roleNameSchema }),
});
export type FoundUser = z.infer<typeof foundUserSchema>;

/** Query of GET /users: users whose email or name contains `q` and, if `role` is given, who have that role. */
export const findUsersQuerySchema = z.object({
  q: z.optional(
    z.string().check(z.trim(), z.maxLength(USER_SEARCH_MAX_LENGTH, 'Query too long'), storable),
  ),
  role: z.optional(roleNameSchema),
  limit: limitSchema(USER_SEARCH_LIMIT_MAX, USER_SEARCH_LIMIT),
});

/** Response of GET /users, ordered by email. */
export const foundUsersSchema = rowsSchema(foundUserSchema);
