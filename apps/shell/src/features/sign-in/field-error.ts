import type { AuthFailure } from '@homie/auth';

/** An error message and the field that shows it. */
export interface FieldError {
  field: 'email' | 'password';
  message: string;
}

const ERRORS: Readonly<Record<string, FieldError>> = {
  invalid_credentials: {
    field: 'password',
    message: "That email and password don't match.",
  },
  email_address_invalid: {
    field: 'email',
    message: 'Enter a full email address, like name@example.org.',
  },
};

/** Codes with a message of the service that is written for the user. */
const FIELDS: Readonly<Record<string, FieldError['field']>> = {
  weak_password: 'password',
  over_request_rate_limit: 'password',
  over_email_send_rate_limit: 'email',
  sso_required: 'email',
};

/** Returns the field error for a refusal, with our own message if there is one; null if it concerns no field. */
export function toFieldError({ kind, code = '', message }: AuthFailure): FieldError | null {
  if (kind !== 'refused') return null;
  const isEmailFormat = code === 'validation_failed' && /email/i.test(message);
  const known = ERRORS[isEmailFormat ? 'email_address_invalid' : code];
  if (known) return known;
  const field = FIELDS[code];
  return field ? { field, message } : null;
}
