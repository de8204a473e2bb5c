import { needsSecondFactor, type Auth, type AuthFailure, type AuthService } from '@homie/auth';
import { toast } from '@homie/ui';
import { reportFailure } from '../../layout/report-failure';
import { WELCOME } from './welcome';

/** The other way in that a message names. */
export type PasskeyAlternative =
  'sign in with your password' | 'enter your code' | 'ask an administrator';

/** Returns messages by the code of the service, or the one that its client gives to the error of a browser. */
function listMessages(alternative: PasskeyAlternative): Readonly<Record<string, string>> {
  const notUsed = `No passkey was used. Try again, or ${alternative}.`;
  const wrongAddress = `Passkeys do not work at this web address. To continue, ${alternative}.`;
  const tooSlow = 'That took too long. Try again.';
  return {
    ERROR_CEREMONY_ABORTED: notUsed,
    // The user closed the prompt, or has no passkey here: browsers do not say which.
    ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: notUsed,
    ERROR_INVALID_DOMAIN: wrongAddress,
    ERROR_INVALID_RP_ID: wrongAddress,
    webauthn_challenge_expired: tooSlow,
    webauthn_challenge_not_found: tooSlow,
    webauthn_verification_failed: `This passkey does not open an account here. It may have been removed. To continue, ${alternative}.`,
    email_not_confirmed: 'Confirm your email address first, with the link that we sent you.',
  };
}

function describe(failure: AuthFailure, alternative: PasskeyAlternative): AuthFailure {
  const message = listMessages(alternative)[failure.code ?? ''];
  return message === undefined ? failure : { ...failure, kind: 'refused', message };
}

/**
 * Asks the device for a passkey and starts its session, or reports why there is none.
 * @param onSignedIn by default welcomes the user
 * @param start starts the session with a passkey that the user has chosen before
 */
export async function signInWithPasskey(
  auth: Pick<Auth, 'call' | 'store'>,
  alternative: PasskeyAlternative,
  onSignedIn: () => void = () => toast.success(WELCOME),
  start: (service: AuthService) => ReturnType<AuthService['signInWithPasskey']> = (service) =>
    service.signInWithPasskey(),
): Promise<void> {
  const result = await auth.call(start);
  if (!result.ok) return reportFailure(describe(result.failure, alternative));
  const { session } = auth.store.getState();
  if (session && needsSecondFactor(session)) return;
  onSignedIn();
}
