const ALLOWED_HEADERS = 'authorization, apikey, content-type, x-client-info, last-event-id';

/**
 * Returns the CORS headers for a request: exactly the listed origins are allowed. A same-origin request needs none, and
 * a request without an Origin header is not from a browser.
 */
export function corsHeaders(request: Request, allowedOrigins: readonly string[]): Headers {
  const headers = new Headers({ Vary: 'Origin' });
  const origin = request.headers.get('Origin');
  if (origin !== null && allowedOrigins.includes(origin)) {
    headers.set('Access-Control-Allow-Origin', origin);
  }
  return headers;
}

/** Returns the response to a CORS preflight request. */
export function preflightResponse(request: Request, allowedOrigins: readonly string[]): Response {
  const headers = corsHeaders(request, allowedOrigins);
  if (!headers.has('Access-Control-Allow-Origin'))
    return new Response(null, { status: 403, headers });
  headers.set('Access-Control-Allow-Headers', ALLOWED_HEADERS);
  headers.set('Access-Control-Allow-Methods', 'POST, OPTIONS');
  headers.set('Access-Control-Max-Age', '600');
  return new Response(null, { status: 204, headers });
}
