/** Returns when an access token expires, in milliseconds since 1970; undefined if the token does not specify it. */
export function tokenExpiry(token: string): number | undefined {
  const [, payload = ''] = token.split('.');
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const expiry = claims !== null && typeof claims === 'object' && 'exp' in claims && claims.exp;
    return typeof expiry === 'number' ? expiry * 1000 : undefined;
  } catch {
    return undefined;
  }
}
