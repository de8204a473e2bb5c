import type { AccessSummary } from '@homie/contracts';

/** The four states of a user's access to an assistant. */
export type AccessState = 'none' | 'direct' | 'role' | 'both';

/** Returns the state of a user's access to an assistant. */
export function accessState({
  hasDirectAccess,
  hasRoleAccess,
}: Pick<AccessSummary, 'hasDirectAccess' | 'hasRoleAccess'>): AccessState {
  if (hasDirectAccess) return hasRoleAccess ? 'both' : 'direct';
  return hasRoleAccess ? 'role' : 'none';
}
