/** Why an action of authentication did not succeed. */
export interface AuthFailure {
  /** `refused`: the service said no, in words for the person. `unexpected`: it never got to say. */
  kind: 'refused' | 'unexpected';
  code?: string | undefined;
  message: string;
}

/** The outcome of an action of authentication. Actions never throw. */
export type AuthResult<Data = undefined> =
  { ok: true; data: Data } | { ok: false; failure: AuthFailure };

/** Codes by which the service says that the session is over. */
const SESSION_ENDED = new Set([
  'session_not_found',
  'session_expired',
  'invalid_jwt',
  'bad_jwt',
  'refresh_token_not_found',
  'refresh_token_already_used',
]);

/** Whether a code of the service means that the session is over and has to be cleared. */
export function endsSession(code: string | undefined): boolean {
  return code !== undefined && SESSION_ENDED.has(code);
}

interface ServiceError {
  name: string;
  message: string;
  status?: number | undefined;
  code?: string | undefined;
}

/** The service is well, its mails are not: it says so, and what to do. */
const MAIL_NOT_SENT = 'email_not_sent';

/** Sorts what the service answered: a refusal has words for the person, anything else is unexpected. */
export function toAuthFailure(error: ServiceError): AuthFailure {
  const { name, message, status } = error;
  // The client drops the service's code here: https://github.com/supabase/auth-js, lib/fetch.ts
  const code = name === 'AuthSessionMissingError' ? 'session_not_found' : error.code;
  const answered = status !== undefined && status >= 400 && status < 500;
  const refused = (answered && name !== 'AuthRetryableFetchError') || code === MAIL_NOT_SENT;
  return { kind: refused ? 'refused' : 'unexpected', code, message };
}
