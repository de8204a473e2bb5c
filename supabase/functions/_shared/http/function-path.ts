const GATEWAY_PREFIX = '/functions/v1';

/** Returns the path of a request within the function: some gateways do not strip their own prefix. */
export function functionPath(request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname.startsWith(`${GATEWAY_PREFIX}/`)
    ? pathname.slice(GATEWAY_PREFIX.length)
    : pathname;
}
