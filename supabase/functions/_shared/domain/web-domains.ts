const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Normalises a domain to the form in which addresses are compared: lower case, Punycode for other scripts, no trailing
 * dot.
 * @returns undefined if the text is no domain, such as an address with a scheme, a port or a path, an IP address, or a
 *   single label, which would be a whole top-level domain
 */
export function normaliseDomain(text: string): string | undefined {
  const name = text.trim().replace(/\.$/, '');
  // A text with one of these characters is more than a host name, and the parser would drop the extra text silently.
  if (/[\s:/?#@\\%]/.test(name) || !URL.canParse(`https://${name}`)) return undefined;
  const { hostname } = new URL(`https://${name}`);
  return DOMAIN.test(hostname) ? hostname : undefined;
}

/** Normalises domains and removes duplicates. Omits texts that are no domains. */
export function normaliseDomains(texts: readonly string[]): string[] {
  return [...new Set(texts.map(normaliseDomain).filter((domain) => domain !== undefined))];
}

/**
 * Parses the address of a web page if its host is one of the domains or a subdomain. Uses the same parser as browsers,
 * so that the validated address is the one that a click opens. Rejects addresses with a user name, a password or a
 * non-default port, because no source has them.
 * @param domains as returned by `normaliseDomain`
 * @returns undefined for any other address
 */
export function pageWithin(address: string, domains: readonly string[]): URL | undefined {
  if (!URL.canParse(address)) return undefined;
  const page = new URL(address);
  const { protocol, username, password, port } = page;
  if (!/^https?:$/.test(protocol) || username + password + port !== '') return undefined;
  const host = page.hostname.replace(/\.$/, '');
  const isWithin = domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  return isWithin ? page : undefined;
}
