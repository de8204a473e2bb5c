/** Headers of every response. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // Links from mails have tokens in the address: no address is ever sent as a Referer.
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
};

/** For responses that are no page: nothing in them may run or be framed. */
export const DATA_CSP = "default-src 'none'; frame-ancestors 'none'";

/** For the service worker: it may only request what pages of the same site may. */
export const WORKER_CSP = `${DATA_CSP}; connect-src 'self'`;

/**
 * Returns the content security policy of the pages.
 * @param remoteOrigins other origins of remotes; a port may be `*`
 * @param scripts hashes of inline scripts of the page
 */
export function pageCsp(
  remoteOrigins: readonly string[] = [],
  scripts: readonly string[] = [],
): string {
  const sources = ["'self'", ...new Set(remoteOrigins)].join(' ');
  return [
    "default-src 'self'",
    `script-src ${[sources, ...scripts].join(' ')}`,
    // Emotion writes its rules into <style> elements.
    `style-src ${sources} 'unsafe-inline'`,
    "img-src 'self' data: blob:",
    `font-src ${sources}`,
    `connect-src ${sources}`,
    // Only the service worker has an address. Other scripts of workers are fetched and verified before, as browsers
    // verify none themselves.
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    // Only these policies create script addresses or markup from text. A remote that is loaded again repeats its own.
    "require-trusted-types-for 'script'",
    "trusted-types release-scripts character-references verified-workers offline-worker 'allow-duplicates'",
  ].join('; ');
}
