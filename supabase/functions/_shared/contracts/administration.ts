import * as z from 'zod/mini';
import { idSchema } from './identifiers.ts';
import type { RoleName } from './users.ts';

const SELECT_USER_MESSAGE = 'Please select a user.';
/** The database refuses it with the same words. */
export const OWN_DEMOTION_MESSAGE = 'Cannot remove your own admin privileges.';

const participantId = idSchema('Invalid participant ID');

const chosenUserSchema = z.guid({
  error: ({ input }) =>
    input === undefined || input === '' ? SELECT_USER_MESSAGE : 'Invalid user ID',
});

/** A worker for a participant; access to the participant's assistant comes with it unless told otherwise. */
export const assignWorkerSchema = z.object({
  participantId,
  userId: chosenUserSchema,
  alsoGrantAssistantAccess: z.prefault(z.boolean(), true),
});
export type AssignWorker = z.input<typeof assignWorkerSchema>;

/** The end of an assignment; access stays unless told otherwise. */
export const unassignWorkerSchema = z.object({
  participantId,
  userId: chosenUserSchema,
  alsoRevokeAssistantAccess: z.prefault(z.boolean(), false),
});
export type UnassignWorker = z.input<typeof unassignWorkerSchema>;

/** Another role for a user. */
export const changeRoleSchema = z.object({
  userId: idSchema('Invalid user ID'),
  roleId: idSchema('Invalid role ID'),
});
export type ChangeRole = z.infer<typeof changeRoleSchema>;

/** A user's own access to an assistant, beside what their role allows. */
export const changeDirectAccessSchema = z.object({
  userId: idSchema('Invalid user ID'),
  assistantId: idSchema('Invalid assistant ID'),
  granted: z.boolean('granted must be true or false'),
});
export type ChangeDirectAccess = z.infer<typeof changeDirectAccessSchema>;

/** Whether a role change would take an admin's own privileges, which nobody may do to themselves. */
export function isOwnDemotion(change: {
  actorId: string;
  userId: string;
  roleName: RoleName;
}): boolean {
  return change.actorId === change.userId && change.roleName !== 'admin';
}
