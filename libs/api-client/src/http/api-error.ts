import type { ErrorCode } from '@homie/contracts';

/**
 * A failed call. `message` can be shown to the user; `code` is for decisions: one of the contracts' error codes or of
 * the database's, or 'authentication_error', 'not_authenticated', 'network_error', 'unexpected_answer',
 * 'unreadable_file' if it failed on the client. `status` is the HTTP status, 0 without a response.
 */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: unknown;

  constructor(
    code: string,
    message: string,
    status: number,
    options: { cause?: unknown; details?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.details = options.details;
  }
}

/** Returns the error for a missing or incomplete response. */
export function networkError(cause?: unknown, status = 0): ApiError {
  return new ApiError('network_error', 'Network error', status, { cause });
}

/**
 * Returns the error for a response that violates its contract: from another version of the server, or an intermediary.
 */
export function unexpectedAnswer(status: number, cause: unknown): ApiError {
  const message =
    'The server sent a response that this version does not understand. Reload the page.';
  return new ApiError('unexpected_answer', message, status, { cause });
}

/** Returns whether the failure is a missing response, so that a retry may help. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'network_error';
}

/** Returns whether the resource does not exist for this user; an id of an invalid format counts as well. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && [404, 422].includes(error.status);
}

/** Returns whether the server refused for this reason, one of the contracts' error codes. */
export function isRefusal(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}
