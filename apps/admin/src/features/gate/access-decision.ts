import type { RoleName } from '@homie/contracts';

/** The result of looking up the signed-in user's own record. A role is missing when it could not be read. */
export type RecordLookup =
  { found: true; roleName: RoleName | undefined; canEditDocuments?: boolean } | { found: false };

/**
 * Access to the admin area, to all of it or to the documents that the user may edit, or the reason why it is denied. A
 * failed check can be retried.
 */
export type AccessDecision =
  | { allowed: true; area: 'all' | 'documents' }
  | { allowed: false; message: string; canRetry: boolean };

export const NOT_ADMIN_MESSAGE = 'You need administrator privileges to access this area.';
const LOOKUP_FAILED_MESSAGE = 'Failed to verify user permissions.';
const CHECK_FAILED_MESSAGE = 'Failed to verify access permissions.';

/** Returns the verdict on a record: an admin's opens the area, and the right to edit opens the documents. */
export function decide(lookup: RecordLookup): AccessDecision {
  if (lookup.found && lookup.roleName === 'admin') return { allowed: true, area: 'all' };
  if (lookup.found && lookup.canEditDocuments) return { allowed: true, area: 'documents' };
  return { allowed: false, message: NOT_ADMIN_MESSAGE, canRetry: false };
}

/**
 * Returns the verdict when the check itself failed: access is denied.
 * @param answered true if the service answered, with a refusal or a failure; false if the call broke
 */
export function decideFailure({ answered }: { answered: boolean }): AccessDecision {
  return {
    allowed: false,
    message: answered ? LOOKUP_FAILED_MESSAGE : CHECK_FAILED_MESSAGE,
    canRetry: true,
  };
}
