import type { RoleName } from '@homie/contracts';

/** What the lookup of the signed-in user's own record found. A role is missing when it could not be read. */
export type RecordLookup = { found: true; roleName: RoleName | undefined } | { found: false };

/** Whether the admin area opens. A verdict that could not be reached can be asked for again. */
export type Verdict = { allowed: true } | { allowed: false; message: string; canRetry: boolean };

const NOT_ADMIN_MESSAGE = 'You need administrator privileges to access this area.';
const LOOKUP_FAILED_MESSAGE = 'Failed to verify user permissions.';
const CHECK_FAILED_MESSAGE = 'Failed to verify access permissions.';

/** The verdict on a record: only an admin's opens the area. */
export function judge(lookup: RecordLookup): Verdict {
  if (lookup.found && lookup.roleName === 'admin') return { allowed: true };
  return { allowed: false, message: NOT_ADMIN_MESSAGE, canRetry: false };
}

/**
 * The verdict when the check itself failed. Whoever could not be checked stays outside.
 * @param answered whether the service answered, with a refusal or a failure, or the call broke
 */
export function judgeFailure({ answered }: { answered: boolean }): Verdict {
  return {
    allowed: false,
    message: answered ? LOOKUP_FAILED_MESSAGE : CHECK_FAILED_MESSAGE,
    canRetry: true,
  };
}
