/** The site as authenticators know it. */
export interface RelyingParty {
  /** The host name that passkeys belong to. */
  id: string;
  name: string;
  /** The origins at which they may be used. */
  origins: readonly string[];
}

/**
 * Returns the relying party of a site; undefined if browsers offer no passkeys there: they need HTTPS and a host name, or
 * this computer.
 * @param siteOrigins additional origins of the same site; those below the host name may use its passkeys
 */
export function createRelyingParty(
  siteUrl: string,
  siteOrigins: readonly string[],
  name: string,
): RelyingParty | undefined {
  const { hostname: id, origin, protocol } = new URL(siteUrl);
  const isAddress = /^[\d.]+$|^\[/.test(id);
  if (isAddress || (protocol !== 'https:' && id !== 'localhost')) return undefined;
  const others = siteOrigins.filter((other) => {
    const { hostname } = new URL(other);
    return hostname === id || hostname.endsWith(`.${id}`);
  });
  return { id, name, origins: [...new Set([origin, ...others])] };
}
