import { getContentType } from '../pages/content-types.ts';
import { DATA_CSP } from '../../http/security-headers.ts';

/**
 * The public bucket of a release store (tools/release): scripts that pages run, so only the service key writes there.
 * All other files belong to users, and are downloaded, never displayed.
 */
const RELEASES = '/storage/v1/object/public/releases/';
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** File types of a remote. A page is never one of a release. */
const PARTS = /\.(css|js|json|svg|woff2)$/;

/** Returns whether an address is one of a released file, compared as sent: in another spelling it is not. */
export function isReleaseAddress(pathname: string): boolean {
  return pathname.startsWith(RELEASES);
}

/** Returns the response with a released file, for pages of any origin. */
export function asRelease(response: Response, { pathname }: URL): Response {
  const headers = new Headers(response.headers);
  const isVersion = response.ok && pathname.startsWith(`${RELEASES}remotes/`);
  headers.set('cache-control', isVersion ? IMMUTABLE : 'no-store');
  headers.set('content-security-policy', DATA_CSP);
  headers.set('access-control-allow-origin', '*');
  headers.set('cross-origin-resource-policy', 'cross-origin');
  headers.delete('accept-ranges');
  if (response.ok)
    headers.set(
      'content-type',
      PARTS.test(pathname) ? getContentType(pathname) : 'application/octet-stream',
    );
  return new Response(response.body, { status: response.status, headers });
}
