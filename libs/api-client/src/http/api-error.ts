import type { ErrorCode } from '@homie/contracts';

/**
 * A call that failed. `message` is fit for the person; `code` is for decisions: one of the contracts'
 * error codes or of the database's, or 'authentication_error', 'not_authenticated', 'network_error',
 * 'unexpected_answer', 'unreadable_file' when it failed on this side. `status` is the HTTP status, 0 without an answer.
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

/** No answer came through, or only a part of one. */
export function networkError(cause?: unknown, status = 0): ApiError {
  return new ApiError('network_error', 'Network error', status, { cause });
}

/** An answer that breaks its contract: another version of the server, or something between. */
export function unexpectedAnswer(status: number, cause: unknown): ApiError {
  const message = 'The server gave an answer that this version does not understand.';
  return new ApiError('unexpected_answer', message, status, { cause });
}

/** Whether the failure says that no answer came, so that asking again may help. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'network_error';
}

/** Whether the failure says that there is no such thing for this person; what cannot even be its name is invalid. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && [404, 422].includes(error.status);
}

/** Whether the failure is a refusal for this reason, one of the contracts' error codes. */
export function isRefusal(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}
