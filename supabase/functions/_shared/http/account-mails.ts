import type { ErrorCode } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';

/** Mails that the authentication service sends on behalf of an administrator. */
export interface AccountMails {
  /** Creates the account of an address if necessary, and mails the link that confirms it. @throws AppError */
  invite: (email: string) => Promise<void>;
  /** Mails a link for a new password. @throws AppError */
  reset: (email: string) => Promise<void>;
}

/** Error codes of the service that the user can do something about. Its message is worded for the user. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  over_email_send_rate_limit: 'rate_limited',
  over_request_rate_limit: 'rate_limited',
  email_exists: 'conflict',
  email_address_invalid: 'validation_failed',
  email_address_not_authorized: 'validation_failed',
  validation_failed: 'validation_failed',
  sso_required: 'conflict',
};

const NOT_SENT = 'The email could not be sent. Please try again in a few minutes.';

const failureSchema = z.object({ error_code: z.string(), msg: z.string() });

/** Creates the mails of accounts, as the server. */
export function accountMails(service: {
  supabaseUrl: string;
  serviceRoleKey: string;
  fetch: typeof fetch;
}): AccountMails {
  async function post(path: string, email: string): Promise<void> {
    const response = await service
      .fetch(`${service.supabaseUrl}/auth/v1/${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${service.serviceRoleKey}`,
          apikey: service.serviceRoleKey,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ email }),
      })
      .catch((cause: unknown) => {
        throw new AppError('unavailable', NOT_SENT, { cause });
      });
    if (response.ok) return;
    const failure = failureSchema.safeParse(await response.json().catch(() => undefined));
    const code = failure.data && CODES[failure.data.error_code];
    if (failure.data && code) throw new AppError(code, failure.data.msg);
    throw new AppError('unavailable', NOT_SENT, {
      cause: new Error(`The authentication service answered ${response.status}`),
    });
  }
  return {
    invite: (email) => post('invite', email),
    reset: (email) => post('recover', email),
  };
}
