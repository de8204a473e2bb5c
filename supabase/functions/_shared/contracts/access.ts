import * as z from 'zod/mini';
import { assistantKindSchema, type AssistantKind } from './assistants.ts';
import { idSchema } from './identifiers.ts';
import { roleNameSchema } from './users.ts';

/** GET /assistants/{id}/grants: the three roles with their state, and the people who have direct access. */
export const grantsViewSchema = z.object({
  roleGrants: z.array(
    z.object({ roleName: roleNameSchema, granted: z.boolean(), userEmail: z.optional(z.string()) }),
  ),
  userGrants: z.array(z.object({ userId: idSchema(), userEmail: z.string() })),
});
export type GrantsView = z.infer<typeof grantsViewSchema>;

/** How one user stands to one assistant. */
export const accessSummarySchema = z.object({
  assistantId: idSchema(),
  assistantLabel: z.string(),
  assistantKind: assistantKindSchema,
  hasDirectAccess: z.boolean(),
  hasRoleAccess: z.boolean(),
  hasAccess: z.boolean(),
});
export type AccessSummary = z.infer<typeof accessSummarySchema>;

/** The access of one user to every assistant; either way of access is access. */
export function summariseAccess({
  assistants,
  directAssistantIds,
  roleAssistantIds,
}: {
  assistants: { id: string; label: string; kind: AssistantKind }[];
  directAssistantIds: Iterable<string>;
  roleAssistantIds: Iterable<string>;
}): AccessSummary[] {
  const direct = new Set(directAssistantIds);
  const role = new Set(roleAssistantIds);
  return assistants.map(({ id, label, kind }) => ({
    assistantId: id,
    assistantLabel: label,
    assistantKind: kind,
    hasDirectAccess: direct.has(id),
    hasRoleAccess: role.has(id),
    hasAccess: direct.has(id) || role.has(id),
  }));
}
