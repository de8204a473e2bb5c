import { DATA_CSP, SECURITY_HEADERS } from './security-headers.ts';

/** Adds what every answer carries; what a route has set itself stays. */
export function finishResponse(
  response: Response,
  options: { isPrivate: boolean; isSecure: boolean; headers: (headers: Headers) => void },
): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value);
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', DATA_CSP);
  if (options.isSecure) headers.set('strict-transport-security', 'max-age=31536000');
  if (options.isPrivate) headers.set('cache-control', 'no-store');
  options.headers(headers);
  return new Response(response.body, {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}
