import type { Auth, AuthService } from '@homie/auth';
import { signInWithPasskey } from './sign-in-with-passkey';

type Credential = Parameters<AuthService['passkey']['verifyAuthentication']>[0]['credential'];

/** In milliseconds. Challenges are valid for five minutes, and choosing a passkey takes time. */
const RENEW_AFTER = 4 * 60_000;

/** Returns whether the browser suggests passkeys in fields, and reads the options of the service itself. */
async function canSuggest(): Promise<boolean> {
  if (!('parseRequestOptionsFromJSON' in PublicKeyCredential)) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/**
 * Has the browser suggest passkeys in the email field, and signs in with the one that the user chooses there. Nothing
 * else appears: only what fails after the choice is reported.
 * @param signal withdraws the suggestions. Another request for a passkey fails before that
 */
export async function offerPasskeys(
  auth: Pick<Auth, 'call' | 'store'>,
  signal: AbortSignal,
): Promise<void> {
  if (!(await canSuggest())) return;
  while (!signal.aborted) {
    // A hidden page requests no challenges.
    if (document.hidden)
      await new Promise((resolve) => {
        document.addEventListener('visibilitychange', resolve, { once: true, signal });
      });
    const started = await auth.call((service) => service.passkey.startAuthentication());
    if (!started.ok || signal.aborted) return;
    const { challenge_id: challengeId, options } = started.data;
    const expiry = new AbortController();
    const timer = setTimeout(() => expiry.abort(), RENEW_AFTER);
    const chosen = await navigator.credentials
      .get({
        mediation: 'conditional',
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, extensions: {} }),
        signal: AbortSignal.any([signal, expiry.signal]),
      })
      .catch(() => null);
    clearTimeout(timer);
    if (chosen instanceof PublicKeyCredential && !signal.aborted) {
      // The client has one type for the responses of both ceremonies.
      const credential = chosen.toJSON() as Credential;
      await signInWithPasskey(auth, 'sign in with your password', undefined, (service) =>
        service.passkey.verifyAuthentication({ challengeId, credential }),
      );
    } else if (!expiry.signal.aborted) return;
  }
}
