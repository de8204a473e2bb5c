const KEY = 'homie-return';

/** Stores the history state of the sign-in screen while the user is at an identity provider. */
export function storeReturnState(state: unknown): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // The browser does not save it: the user returns to the first screen.
  }
}

/** Returns the stored state and removes it; null without one. */
export function takeReturnState(): unknown {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return JSON.parse(stored ?? 'null');
}
