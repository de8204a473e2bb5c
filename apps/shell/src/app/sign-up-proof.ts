/**
 * The key under which auth-js stores the verifier of the last flow: `STORAGE_KEY` of `@homie/auth` with a suffix of
 * auth-js.
 */
const LAST_FLOW = 'sb-homie-auth-token-code-verifier';
/** The key under which we store the verifier of a sign-up, because sending its mail again replaces the other. */
const SIGN_UP = 'homie-sign-up';

/** Stores the proof that this browser signed up. Must be called after a sign-up that created the account. */
export function storeSignUpProof(): void {
  const verifier = localStorage.getItem(LAST_FLOW);
  try {
    if (verifier) localStorage.setItem(SIGN_UP, verifier);
  } catch {
    // The browser does not save it: the mailed link asks for the password.
  }
}

/** Returns the verifier of the sign-up that was started in this browser; '' without one. */
export function readSignUpProof(): string {
  return JSON.parse(localStorage.getItem(SIGN_UP) ?? '""') as string; // auth-js wrote it
}

/** Removes the proof. Must be called when the sign-up is confirmed, or is not the first one of its address. */
export function forgetSignUpProof(): void {
  localStorage.removeItem(SIGN_UP);
}
