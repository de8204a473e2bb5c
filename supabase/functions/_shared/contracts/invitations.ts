/** Invitations of users by administrators. */
import * as z from 'zod/mini';
import { emailSchema } from './email-address.ts';
import { idSchema } from './identifiers.ts';
import { DISPLAY_NAME_MAX_LENGTH } from './limits.ts';
import { participantSchema } from './participants.ts';
import { storable } from './text.ts';
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

/** An invitation of an address. */
export const invitationSchema = z.extend(startSchema, {
  email: emailSchema('Email is required'),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** The name of an account, which may be empty. */
const nameSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(DISPLAY_NAME_MAX_LENGTH, `Use at most ${DISPLAY_NAME_MAX_LENGTH} characters`),
    storable,
  );

/** The name that an administrator gives another user. */
export const userNameSchema = z.object({ name: nameSchema });

/** A row of a table of invitations. */
export const invitationRowSchema = z.extend(invitationSchema, {
  /** The name of the account, until its user chooses another one. */
  name: nameSchema,
});
export type InvitationRow = z.infer<typeof invitationRowSchema>;

/** An invitation as a row of an import. */
export const importedInvitationSchema = z.extend(invitationRowSchema, {
  /** Identifies the import. Its invitations are sent once, and can be revoked together. */
  importId: idSchema(),
});
export type ImportedInvitation = z.infer<typeof importedInvitationSchema>;

/** Body of POST /invitations. */
export const invitationRequestSchema = z.extend(
  z.partial(importedInvitationSchema),
  invitationSchema.shape,
);

/** Response of POST /invitations. `sent` is false if the address of an import has an invitation already. */
export const invitationSentSchema = z.object({ sent: z.boolean() });

/** Maximum number of rows of an import. */
export const IMPORT_ROWS_MAX = 500;

/**
 * The records that exist for the rows of an import: addresses with an account, addresses with a pending invitation, and
 * participants with one of the names, in any case.
 */
export const importCheckSchema = z.object({
  existing: z.array(z.string()),
  invited: z.array(z.string()),
  participants: z.array(z.pick(participantSchema, { id: true, display_name: true, status: true })),
});
export type ImportCheck = z.infer<typeof importCheckSchema>;

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

/** What changes if a user leaves: assignments and grants are removed, documents need another owner, conversations stay. */
export const offboardingEffectSchema = z.object({
  assignments: z.int(),
  grants: z.int(),
  documents: z.int(),
  conversations: z.int(),
});
export type OffboardingEffect = z.infer<typeof offboardingEffectSchema>;

/** The form of a user who leaves. @param ownsDocuments true if the documents of the user need another owner */
export function offboardingSchema(ownsDocuments: boolean) {
  const message = 'Choose a colleague';
  return z.object({
    newOwnerId: z
      .nullable(idSchema(message))
      .check(z.refine((id) => id !== null || !ownsDocuments, message)),
  });
}
