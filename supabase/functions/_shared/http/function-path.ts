const GATEWAY_PREFIX = '/functions/v1';

/** The path of a request as the function knows it: some gateways leave their own prefix on. */
export function functionPath(request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname.startsWith(`${GATEWAY_PREFIX}/`)
    ? pathname.slice(GATEWAY_PREFIX.length)
    : pathname;
}
