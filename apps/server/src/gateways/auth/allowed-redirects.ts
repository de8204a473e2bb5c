/** Paths of the shell that a mailed link may redirect to. */
const LANDING_PATHS = ['/auth/callback', '/auth/reset-password'];

/**
 * Resolves the redirect of a mailed link: to one of our own landing pages on one of our own origins, otherwise to the
 * site itself. Exact, unlike GoTrue, which allows any port on loopback.
 */
export function createRedirects(siteUrl: string, origins: readonly string[]) {
  const allowedOrigins = new Set([new URL(siteUrl).origin, ...origins]);
  return {
    resolve(wanted: string | null | undefined): string {
      if (!wanted || !URL.canParse(wanted)) return siteUrl;
      const url = new URL(wanted);
      const allowed =
        allowedOrigins.has(url.origin) &&
        LANDING_PATHS.includes(url.pathname) &&
        url.username === '' &&
        url.password === '';
      if (!allowed) return siteUrl;
      url.hash = '';
      return url.href;
    },
    /** Redirect of a link that is used up or was never ours, for which no origin is stored. */
    callback: new URL('/auth/callback', siteUrl).href,
  };
}

export type Redirects = ReturnType<typeof createRedirects>;
