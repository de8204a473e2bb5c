import type { AuthFailure } from '@homie/auth';

const CANCELLED = 'No passkey was added. Try again when you are ready.';
const NO_SCREEN_LOCK =
  'This device cannot check that it is you. Set up a screen lock, fingerprint or PIN on it first.';
const WRONG_ADDRESS = 'Passkeys do not work at this web address.';

/** Messages for the errors of browsers, by the code that the client of Supabase Auth gives them. */
const MESSAGES: Readonly<Record<string, string>> = {
  ERROR_CEREMONY_ABORTED: CANCELLED,
  // The user closed the prompt, or it timed out: browsers do not say which.
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: CANCELLED,
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED:
    'This device or password manager already has a passkey for your account.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: NO_SCREEN_LOCK,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: NO_SCREEN_LOCK,
  ERROR_INVALID_DOMAIN: WRONG_ADDRESS,
  ERROR_INVALID_RP_ID: WRONG_ADDRESS,
  webauthn_challenge_expired: 'That took too long. Try again.',
  webauthn_verification_failed:
    'The passkey could not be added. Try again, or use another device or password manager.',
  webauthn_credential_exists:
    'This device or password manager already has a passkey for an account.',
  too_many_passkeys: 'You have ten passkeys, which is the most. Remove one first.',
};

/** Replaces the message of a failure to add a passkey with one for the user. */
export function describePasskeyFailure(failure: AuthFailure): AuthFailure {
  const message = MESSAGES[failure.code ?? ''];
  return message === undefined ? failure : { ...failure, kind: 'refused', message };
}
