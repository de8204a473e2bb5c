const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * A domain in the one form that addresses are compared in: lower case, other scripts as Punycode, no dot at its end.
 * @returns undefined for what is none, such as an address with a scheme, a port or a path, a number of a machine, or a
 *   single word, which would be a whole top-level domain
 */
export function normaliseDomain(text: string): string | undefined {
  const name = text.trim().replace(/\.$/, '');
  // What has one of these is more than a name, and the parser would take the rest away in silence.
  if (/[\s:/?#@\\%]/.test(name) || !URL.canParse(`https://${name}`)) return undefined;
  const { hostname } = new URL(`https://${name}`);
  return DOMAIN.test(hostname) ? hostname : undefined;
}

/** Domains in one form, each once; what is none is left out. */
export function normaliseDomains(texts: readonly string[]): string[] {
  return [...new Set(texts.map(normaliseDomain).filter((domain) => domain !== undefined))];
}

/**
 * A page on the web, if it lies on one of the domains or under it. Read by the parser that browsers use, so that what is
 * checked here is where a click leads. A name or a key in the address, or a port of its own, is nothing that a source has.
 * @param domains as `normaliseDomain` gives them
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
