import * as z from 'zod/mini';
import { idSchema } from './identifiers.ts';
import type { RoleName } from './users.ts';

export const SELECT_USER_MESSAGE = 'Please select a user.';
export const OWN_DEMOTION_MESSAGE = 'Cannot remove your own admin privileges.';

const participantId = idSchema('Invalid participant ID');

const chosenUserSchema = z.guid({
  error: ({ input }) =>
    input === undefined || input === '' ? SELECT_USER_MESSAGE : 'Invalid user ID',
});

export const assignWorkerSchema = z.object({
  participantId,
  userId: chosenUserSchema,
  alsoGrantAssistantAccess: z.prefault(z.boolean(), true),
});
export type AssignWorker = z.input<typeof assignWorkerSchema>;

export const unassignWorkerSchema = z.object({
  participantId,
  userId: chosenUserSchema,
  alsoRevokeAssistantAccess: z.prefault(z.boolean(), false),
});
export type UnassignWorker = z.input<typeof unassignWorkerSchema>;

export const changeRoleSchema = z.object({
  userId: idSchema('Invalid user ID'),
  roleId: idSchema('Invalid role ID'),
});
export type ChangeRole = z.infer<typeof changeRoleSchema>;

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
