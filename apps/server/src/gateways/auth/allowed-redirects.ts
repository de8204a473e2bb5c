/** The pages of the shell that a mailed link may lead to. */
const LANDING_PATHS = ['/auth/callback', '/auth/reset-password'];

/**
 * Decides where a mailed link leads: to one of our own landing pages on one of our own origins,
 * else to the site itself. Exact, unlike GoTrue, which lets any port on loopback pass.
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
    /** Where a link leads whose origin is unknown: used up, or never ours. */
    callback: new URL('/auth/callback', siteUrl).href,
  };
}

export type Redirects = ReturnType<typeof createRedirects>;
