import type { AccessSummary } from '@homie/contracts';

/** The four ways in which a user stands to an assistant. */
export type AccessState = 'none' | 'direct' | 'role' | 'both';

/** Which of them it is. */
export function accessState({
  hasDirectAccess,
  hasRoleAccess,
}: Pick<AccessSummary, 'hasDirectAccess' | 'hasRoleAccess'>): AccessState {
  if (hasDirectAccess) return hasRoleAccess ? 'both' : 'direct';
  return hasRoleAccess ? 'role' : 'none';
}
