/** Headers on every answer, whatever serves it. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // Links from mails carry tokens in the address: no address ever leaves with a Referer.
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
};

/** For answers that are no page: nothing in them may run or be framed. */
export const DATA_CSP = "default-src 'none'; frame-ancestors 'none'";

/**
 * The content security policy of the pages.
 * @param sources origins of remotes and of a separate backend
 */
export function pageCsp(sources: {
  remoteOrigins: readonly string[];
  connectOrigins: readonly string[];
}): string {
  const self = (origins: readonly string[]) => ["'self'", ...new Set(origins)].join(' ');
  return [
    "default-src 'self'",
    `script-src ${self(sources.remoteOrigins)}`,
    // Emotion writes its rules into <style> elements.
    `style-src ${self(sources.remoteOrigins)} 'unsafe-inline'`,
    "img-src 'self' data: blob:",
    `font-src ${self(sources.remoteOrigins)}`,
    `connect-src ${self([...sources.remoteOrigins, ...sources.connectOrigins])}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}
