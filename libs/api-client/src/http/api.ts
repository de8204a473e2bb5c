/** Where the backend is and as whom it is called. Injected by the shell, so that nothing here knows about sessions. */
export interface Api {
  /** Origin of the backend without a trailing slash; '' is the page's own origin. */
  baseUrl: string;
  /** The project's publishable key, sent as `apikey`. It identifies the project, not the person. */
  publishableKey: string;
  /** The current access token, or null without a session. Rejects when the session cannot be looked up. */
  getAccessToken: () => Promise<string | null>;
  /** Told when the backend refuses the session, so that the shell can renew or end it. Resolves when it has. */
  onAuthError?: (() => Promise<void>) | undefined;
}
