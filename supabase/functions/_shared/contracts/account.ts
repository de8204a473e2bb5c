import * as z from 'zod/mini';
import { idSchema, timestampSchema } from './identifiers.ts';

/** A session of the user, as the list of sessions shows it. */
export const accountSessionSchema = z.object({
  id: idSchema(),
  created_at: timestampSchema,
  last_seen_at: timestampSchema,
  /** Sent by the browser; null for a session from before it was stored. */
  user_agent: z.nullable(z.string()),
  /** IP address of the sign-in or the last renewal. */
  ip: z.nullable(z.string()),
  /** The session of this call. */
  is_current: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSessionSchema>;

/** What a user signs in with besides the password. */
export const accountFactorsSchema = z.object({
  factors: z.array(
    z.object({
      kind: z.enum(['app', 'passkey']),
      name: z.nullable(z.string()),
      created_at: timestampSchema,
    }),
  ),
  /** Number of recovery codes that were not used yet. */
  recovery_codes: z.number(),
});

/** An action of an administrator on the account of another user. */
export const secureAccountSchema = z.object({
  action: z.string(),
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(3, 'Enter a reason of at least 3 characters.'),
      z.maxLength(500, 'Use at most 500 characters.'),
    ),
});
