import * as z from 'zod/mini';
import { idSchema } from './identifiers.ts';
import type { RoleName } from './users.ts';

const SELECT_USER_MESSAGE = 'Please select a user.';
/** The database rejects it with the same message. */
export const OWN_DEMOTION_MESSAGE = 'Cannot remove your own admin privileges.';

const participantId = idSchema('Invalid participant ID');

const chosenUserSchema = z.guid({
  error: ({ input }) =>
    input === undefined || input === '' ? SELECT_USER_MESSAGE : 'Invalid user ID',
});

/** Assignment of a worker to a participant. By default it also grants access to the participant's assistant. */
export const assignWorkerSchema = z.object({
  participantId,
  userId: chosenUserSchema,
  alsoGrantAssistantAccess: z.prefault(z.boolean(), true),
});
export type AssignWorker = z.input<typeof assignWorkerSchema>;

/** Removal of an assignment. By default the worker retains access to the participant's assistant. */
export const unassignWorkerSchema = z.object({
  participantId,
  userId: chosenUserSchema,
  alsoRevokeAssistantAccess: z.prefault(z.boolean(), false),
});
export type UnassignWorker = z.input<typeof unassignWorkerSchema>;

/** Change of a user's role. */
export const changeRoleSchema = z.object({
  userId: idSchema('Invalid user ID'),
  roleId: idSchema('Invalid role ID'),
});
export type ChangeRole = z.infer<typeof changeRoleSchema>;

/** Change of a user's direct access to an assistant, in addition to the access of their role. */
export const changeDirectAccessSchema = z.object({
  userId: idSchema('Invalid user ID'),
  assistantId: idSchema('Invalid assistant ID'),
  granted: z.boolean('granted must be true or false'),
});
export type ChangeDirectAccess = z.infer<typeof changeDirectAccessSchema>;

/** Checks if a role change would remove the actor's own admin privileges, which no one may do. */
export function isOwnDemotion(change: {
  actorId: string;
  userId: string;
  roleName: RoleName;
}): boolean {
  return change.actorId === change.userId && change.roleName !== 'admin';
}
