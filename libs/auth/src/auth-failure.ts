/** The reason why an action of authentication did not succeed. */
export interface AuthFailure {
  /** `refused`: the service refused, with a message for the user. `unexpected`: the service did not decide. */
  kind: 'refused' | 'unexpected';
  code?: string | undefined;
  message: string;
}

/** The outcome of an action of authentication. Actions never throw. */
export type AuthResult<Data = undefined> =
  { ok: true; data: Data } | { ok: false; failure: AuthFailure };

/** Codes by which the service reports that the session is over. */
const SESSION_ENDED = new Set([
  'session_not_found',
  'session_expired',
  'invalid_jwt',
  'bad_jwt',
  'refresh_token_not_found',
  'refresh_token_already_used',
  // The account was deleted.
  'user_not_found',
]);

/** Returns whether a code of the service means that the session is over and has to be cleared. */
export function endsSession(code: string | undefined): boolean {
  return code !== undefined && SESSION_ENDED.has(code);
}

/** An error of the service's client: of the service, or of the browser while it uses a passkey. */
export interface ServiceError {
  name: string;
  message: string;
  status?: number | undefined;
  code?: string | undefined;
}

/** Classifies an error of the service: a refusal has a message for the user, anything else is unexpected. */
export function toAuthFailure(error: ServiceError): AuthFailure {
  const { name, message, status } = error;
  // The client drops the service's code here: https://github.com/supabase/auth-js, lib/fetch.ts
  const code = name === 'AuthSessionMissingError' ? 'session_not_found' : error.code;
  const answered = status !== undefined && status >= 400 && status < 500;
  const refused = answered && name !== 'AuthRetryableFetchError';
  return { kind: refused ? 'refused' : 'unexpected', code, message };
}
