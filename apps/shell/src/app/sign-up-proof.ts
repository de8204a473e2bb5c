/** Where auth-js keeps the verifier of the last flow: `STORAGE_KEY` of `@homie/auth`, and its own ending. */
const LAST_FLOW = 'sb-homie-auth-token-code-verifier';
/** Where we keep that of a sign-up, as sending its mail again replaces the other. */
const SIGN_UP = 'homie-sign-up';

/** Keeps what proves later that this browser signed up. To be called after a sign-up. */
export function keepSignUpProof(): void {
  const verifier = localStorage.getItem(LAST_FLOW);
  if (verifier) localStorage.setItem(SIGN_UP, verifier);
}

/** The verifier of the sign-up that was begun in this browser; '' without one. */
export function readSignUpProof(): string {
  return JSON.parse(localStorage.getItem(SIGN_UP) ?? '""') as string; // auth-js wrote it
}

/** To be called when the sign-up is confirmed. */
export function forgetSignUpProof(): void {
  localStorage.removeItem(SIGN_UP);
}
