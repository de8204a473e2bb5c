import { ApiError } from '../http/api-error';

/** Messages for the user, for the two database codes that have a specific meaning for a query. */
export interface RestWording {
  /** 23505, a unique violation. */
  unique?: string;
  /** 42501, a missing privilege. */
  forbidden?: string;
}

/** The database's code for a row that exists already. */
export const UNIQUE_VIOLATION = '23505';
const MISSING_PRIVILEGE = '42501';

const UNIQUE_MESSAGE = 'A unique constraint was violated.';
/** The error message for users who may not change participants. */
export const PARTICIPANTS_FORBIDDEN = "You're not authorized to modify participants.";
const USERS_FORBIDDEN = "You're not authorized to perform this action.";

function isRestFailure(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** Converts a failure of the data service to an error with a message of the error catalogue. */
export function toApiError(error: unknown, wording: RestWording = {}): ApiError {
  if (error instanceof ApiError) return error;
  if (!isRestFailure(error))
    return new ApiError('internal', 'An unexpected error occurred.', 0, { cause: error });
  const { code, message } = error;
  if (code === UNIQUE_VIOLATION)
    return new ApiError(code, wording.unique ?? UNIQUE_MESSAGE, 409, { cause: error });
  if (code === MISSING_PRIVILEGE)
    return new ApiError(code, wording.forbidden ?? USERS_FORBIDDEN, 403, { cause: error });
  return new ApiError(code, message || 'An unexpected error occurred.', 0, { cause: error });
}
