/**
 * Copies a request. The server's own request objects are not the platform's, so `new Request(request, …)` does not
 * accept them.
 */
export function copyRequest(
  request: Request,
  changes: { url?: string | URL; body?: BodyInit | null } = {},
): Request {
  const body = 'body' in changes ? changes.body : request.body;
  return new Request(changes.url ?? request.url, {
    method: request.method,
    headers: request.headers,
    signal: request.signal,
    ...(body === null || body === undefined ? {} : { body, duplex: 'half' }),
  });
}
