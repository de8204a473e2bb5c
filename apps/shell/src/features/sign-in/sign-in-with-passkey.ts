import { needsSecondFactor, type Auth, type AuthFailure } from '@homie/auth';
import { toast } from '@homie/ui';
import { reportFailure } from '../../layout/report-failure';

const NOT_USED = 'No passkey was used. Try again, or sign in with your password.';
const WRONG_ADDRESS = 'Passkeys do not work at this web address. Sign in with your password.';
const TOO_SLOW = 'That took too long. Try again.';

/** Messages by the code of the service, or the one that its client gives to the error of a browser. */
const MESSAGES: Readonly<Record<string, string>> = {
  ERROR_CEREMONY_ABORTED: NOT_USED,
  // The user closed the prompt, or has no passkey here: browsers do not say which.
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: NOT_USED,
  ERROR_INVALID_DOMAIN: WRONG_ADDRESS,
  ERROR_INVALID_RP_ID: WRONG_ADDRESS,
  webauthn_challenge_expired: TOO_SLOW,
  webauthn_challenge_not_found: TOO_SLOW,
  webauthn_verification_failed:
    'This passkey does not open an account here. It may have been removed. Sign in with your password.',
  email_not_confirmed: 'Confirm your email address first, with the link that we sent you.',
};

function describe(failure: AuthFailure): AuthFailure {
  const message = MESSAGES[failure.code ?? ''];
  return message === undefined ? failure : { ...failure, kind: 'refused', message };
}

/** Asks the device for a passkey and starts its session, or reports why there is none. */
export async function signInWithPasskey(auth: Pick<Auth, 'call' | 'store'>): Promise<void> {
  const result = await auth.call((service) => service.signInWithPasskey());
  if (!result.ok) return reportFailure(describe(result.failure));
  const { session } = auth.store.getState();
  if (session && needsSecondFactor(session)) return;
  toast.success({ title: 'Welcome back!', description: 'You have been successfully signed in.' });
}
