/** Returns an error in the format of GoTrue, which auth-js turns into an AuthApiError with `code`. */
export function authError(
  status: number,
  code: string,
  message: string,
  extra: { headers?: Record<string, string>; body?: Record<string, unknown> } = {},
): Response {
  return Response.json(
    { code: status, error_code: code, msg: message, ...extra.body },
    { status, headers: { 'x-sb-error-code': code, ...extra.headers } },
  );
}

/** Refuses a mailed link that is unknown, was used, or has ended. */
export const linkExpired = () =>
  authError(403, 'otp_expired', 'Email link is invalid or has expired');
