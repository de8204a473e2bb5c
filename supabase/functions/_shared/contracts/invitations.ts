/** Invitations of users by administrators. */
import * as z from 'zod/mini';
import { idSchema } from './identifiers.ts';
import { roleNameSchema } from './users.ts';

/** Maximum number of participants that a user can start with. */
const PARTICIPANTS_MAX = 100;

/** The role and the participants that a user starts with. */
const startSchema = z.object({
  role: roleNameSchema,
  participantIds: z
    .array(idSchema())
    .check(z.maxLength(PARTICIPANTS_MAX, `Choose at most ${PARTICIPANTS_MAX} participants`)),
});

/** The approval of a user who waits. */
export const approvalSchema = startSchema;
export type Approval = z.infer<typeof approvalSchema>;

/** Body of POST /invitations. */
export const invitationSchema = z.extend(startSchema, {
  email: z
    .string('Email is required')
    .check(
      z.trim(),
      z.minLength(1, 'Email is required'),
      z.maxLength(254, 'The email address is too long'),
      z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Enter a full email address, like name@example.org.'),
    ),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** What is deleted together with a user. `documents` lose their owner; `hold` is the reason of a legal hold. */
export const userDeletionEffectSchema = z.object({
  conversations: z.int(),
  messages: z.int(),
  files: z.int(),
  assignments: z.int(),
  documents: z.int(),
  hold: z.nullable(z.string()),
});
export type UserDeletionEffect = z.infer<typeof userDeletionEffectSchema>;
