/**
 * The address of the backend and the session of its calls. The shell injects it, so that nothing here depends on
 * sessions.
 */
export interface Api {
  /** Origin of the backend without a trailing slash; '' is the page's own origin. */
  baseUrl: string;
  /** The project's publishable key, sent as `apikey`. It identifies the project, not the user. */
  publishableKey: string;
  /**
   * The access token, or a promise of it while it is not known; null without a session. Rejects if the session cannot be
   * read.
   */
  getAccessToken: () => string | Promise<string | null>;
  /** Called when the backend refuses the session, so that the shell can renew or end it. Resolves when it has. */
  onAuthError?: (() => Promise<void>) | undefined;
  /** Called when the backend refuses a call because the user waits for approval. */
  onWaiting?: (() => void) | undefined;
}
