import * as z from 'zod/mini';
import { assistantKindSchema } from './assistant-kind.ts';
import { idSchema } from './identifiers.ts';
import { participantStatusSchema } from './participants.ts';
import { accountStateSchema, roleNameSchema } from './users.ts';

/** GET /assistants/{id}/grants: the three roles with their state, and the users who have direct access. */
export const grantsViewSchema = z.object({
  roleGrants: z.array(
    z.object({ roleName: roleNameSchema, granted: z.boolean(), userEmail: z.optional(z.string()) }),
  ),
  userGrants: z.array(
    z.object({
      userId: idSchema(),
      userEmail: z.string(),
      /** The name of the user; null if there is none. */
      userName: z.nullable(z.string()),
      /** True if the user may edit the documents of the assistant and its participant. */
      canEdit: z.prefault(z.boolean(), false),
    }),
  ),
});
export type GrantsView = z.infer<typeof grantsViewSchema>;

/** POST /assistants/{id}/grants/role */
export const grantRoleRequestSchema = z.object({
  roleName: roleNameSchema,
  granted: z.boolean('granted must be true or false'),
});
export type GrantRoleRequest = z.infer<typeof grantRoleRequestSchema>;

/** POST /assistants/{id}/grants/user */
export const grantUserRequestSchema = z.object({ userId: idSchema('Please select a user.') });
export type GrantUserRequest = z.infer<typeof grantUserRequestSchema>;

/** Access of one user to one assistant. Direct access or role access suffices. */
export const accessSummarySchema = z.object({
  assistantId: idSchema(),
  assistantLabel: z.string(),
  assistantKind: assistantKindSchema,
  hasDirectAccess: z.boolean(),
  hasRoleAccess: z.boolean(),
  hasAccess: z.boolean(),
});
export type AccessSummary = z.infer<typeof accessSummarySchema>;

/**
 * Reason for a user's access: `direct` and `role` apply to an assistant, `assignment` to a participant, `admin` to
 * both.
 */
export const accessReasonSchema = z.enum(['admin', 'direct', 'role', 'assignment']);
export type AccessReason = z.infer<typeof accessReasonSchema>;

/** Users who can see an assistant, or a participant and their assistant, ordered by email, with the total number. */
export const viewersSchema = z.object({
  rows: z.array(
    z.object({
      userId: idSchema(),
      userEmail: z.string(),
      /** The name of the user; null if there is none. */
      userName: z.nullable(z.string()),
      roleName: roleNameSchema,
      accountState: accountStateSchema,
      reasons: z.array(accessReasonSchema),
    }),
  ),
  total: z.int(),
});
export type Viewers = z.infer<typeof viewersSchema>;

/** One page of a user's access to the assistants. An administrator may use all of them, regardless of the rows. */
export const userAccessSchema = z.object({
  isAdmin: z.boolean(),
  rows: z.array(accessSummarySchema),
  total: z.int(),
});
export type UserAccess = z.infer<typeof userAccessSchema>;

/** One page of the participants whom a user can see. */
export const userParticipantsSchema = z.object({
  rows: z.array(
    z.object({
      participantId: idSchema(),
      participantName: z.string(),
      status: participantStatusSchema,
      reasons: z.array(accessReasonSchema),
    }),
  ),
  total: z.int(),
});
export type UserParticipants = z.infer<typeof userParticipantsSchema>;

/** Effect of a change on a user's access: they have it from then on, before and after, no longer, or neither. */
export const accessOutcomeSchema = z.enum(['gains', 'keeps', 'loses', 'none']);
export type AccessOutcome = z.infer<typeof accessOutcomeSchema>;

/** Effect of a change of direct access on each pair of user and assistant. */
export const grantOutcomesSchema = z.object({
  rows: z.array(
    z.object({
      assistantId: idSchema(),
      assistantLabel: z.string(),
      userId: idSchema(),
      userEmail: z.string(),
      outcome: accessOutcomeSchema,
    }),
  ),
});
export type GrantOutcomes = z.infer<typeof grantOutcomesSchema>;

/** Effect of a change of assignments on each user; `access` is null if access was not to be changed. */
export const workerOutcomesSchema = z.object({
  rows: z.array(
    z.object({
      userId: idSchema(),
      userEmail: z.string(),
      assignment: accessOutcomeSchema,
      access: z.nullable(accessOutcomeSchema),
    }),
  ),
  /** The participant's assistant; null if there is none to grant access to. */
  assistantId: z.nullable(idSchema()),
});
export type WorkerOutcomes = z.infer<typeof workerOutcomesSchema>;

/** Number of records that are deleted together with a record; the last two for participants only. */
export const deletionEffectSchema = z.object({
  conversations: z.int(),
  people: z.int(),
  messages: z.int(),
  files: z.int(),
  documents: z.int(),
  direct_grants: z.int(),
  role_grants: z.int(),
  assistants: z.optional(z.int()),
  assignments: z.optional(z.int()),
});
export type DeletionEffect = z.infer<typeof deletionEffectSchema>;
