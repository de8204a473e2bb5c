import type { MiddlewareHandler } from 'hono';
import { replaceResponse } from './replace-response.ts';
import { DATA_CSP, SECURITY_HEADERS } from './security-headers.ts';

export interface ResponseHeadersOptions {
  /** The site is reached over HTTPS. */
  isSecure: boolean;
  /** Returns whether the responses at a path must not be cached anywhere. */
  isPrivate: (path: string) => boolean;
}

/**
 * Sets the headers that every response has. They replace those of a gateway, except for its content security policy.
 * @example app.use(responseHeaders({ isSecure: true, isPrivate: (path) => path.startsWith('/rest/') }));
 */
export function responseHeaders({
  isSecure,
  isPrivate,
}: ResponseHeadersOptions): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { body, status, statusText, headers: given } = context.res;
    const headers = new Headers(given);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value);
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', DATA_CSP);
    if (isSecure) headers.set('strict-transport-security', 'max-age=31536000');
    // A stream also says `no-transform`: a proxy that compresses it would hold its events back.
    if (isPrivate(context.req.path) && !given.get('cache-control')?.includes('no-store'))
      headers.set('cache-control', 'no-store');
    if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', '1');
    replaceResponse(context, new Response(body, { status, statusText, headers }));
  };
}
