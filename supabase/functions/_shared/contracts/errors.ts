import type { FailureResponse } from './envelope.ts';

/** Error codes of calls, with their HTTP status. */
const STATUS = {
  not_authenticated: 401,
  admin_required: 403,
  account_waiting: 403,
  second_factor_required: 403,
  assistant_access_denied: 403,
  edit_access_denied: 403,
  origin_not_allowed: 403,
  web_research_unavailable: 403,
  not_found: 404,
  conversation_not_found: 404,
  message_not_found: 404,
  method_not_allowed: 405,
  turn_running: 409,
  conflict: 409,
  payload_too_large: 413,
  invalid_json: 400,
  validation_failed: 422,
  attachment_unavailable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof STATUS;

/** Period of most limits, in seconds. */
const MINUTE = 60;

/** Returns the seconds in the hint with which the database refuses changes beyond a limit: "Retry after 12 s". */
export function parseRetryHint(hint: string | null | undefined): number | undefined {
  const seconds = /^Retry after (\d+) s$/.exec(hint ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

const MESSAGE: Record<ErrorCode, string> = {
  not_authenticated: 'Not authenticated',
  admin_required: 'Admin access required',
  account_waiting: 'Your account is waiting for approval.',
  second_factor_required: 'Enter the code of your second factor first.',
  assistant_access_denied: "You don't have access to this assistant.",
  edit_access_denied: "You don't have access to edit these documents.",
  origin_not_allowed: 'This origin is not allowed',
  web_research_unavailable: 'Web research is not enabled.',
  not_found: 'Not found',
  conversation_not_found: 'Conversation not found',
  message_not_found: 'This message no longer exists.',
  method_not_allowed: 'Method not allowed',
  turn_running: 'A reply is still being written. Wait for it to finish, or stop it.',
  conflict: 'This was changed in the meantime. Reload and try again.',
  payload_too_large: 'The request is too large',
  invalid_json: 'The request is not valid JSON',
  validation_failed: 'The request is not valid',
  attachment_unavailable: 'An attached file is no longer available. Remove it and attach it again.',
  rate_limited: 'Too many requests. Please wait a moment and try again.',
  internal: 'An unexpected error occurred.',
  unavailable: 'The service is temporarily unavailable. Please try again.',
  storage_full:
    'The disk of the server is full, so nothing was saved. An administrator needs to free some space.',
};

/** Error whose message is worded for the user who sees it. Every other error stays hidden. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  /** Seconds after which a call that is limited may succeed. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message?: string,
    options: { details?: unknown; cause?: unknown; retryAfter?: number | undefined } = {},
  ) {
    super(message ?? MESSAGE[code], { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter ?? (code === 'rate_limited' ? MINUTE : undefined);
  }
}

/**
 * Converts an error to the response that a caller may see: the message of an AppError, otherwise a generic one. This is
 * the only function that decides it.
 */
export function toPublicError(error: unknown): {
  status: number;
  body: FailureResponse;
  retryAfter: number | undefined;
} {
  const shown = error instanceof AppError ? error : new AppError('internal');
  const body: FailureResponse = { ok: false, error: shown.message, code: shown.code };
  if (shown.details !== undefined) body.details = shown.details;
  return { status: STATUS[shown.code], body, retryAfter: shown.retryAfter };
}
