const KEY = 'homie-return';

/** Stores the history state of the sign-in screen while the user is at an identity provider. */
export function storeReturnState(state: unknown): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // Without storage the sign-in leads to the start of the app.
  }
}

/** Returns the stored state and removes it; null without one. */
export function takeReturnState(): unknown {
  try {
    const stored = window.sessionStorage.getItem(KEY);
    window.sessionStorage.removeItem(KEY);
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}
