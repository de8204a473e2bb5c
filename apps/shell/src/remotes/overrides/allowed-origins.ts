import type { Environment } from '@homie/composition';

/** Whether an origin is in a list such as `['https://releases.example', 'http://localhost:*']`: a star is any port. */
export function isListed(origin: string, list: readonly string[]): boolean {
  const withoutPort = origin.replace(/:\d+$/, '');
  return list.some((listed) => listed === origin || listed === `${withoutPort}:*`);
}

/**
 * Whether this environment lets a person run an override from an address.
 * @param entry absolute, or relative to the page's own origin
 */
export function mayOverrideFrom(
  { remoteOrigins, overrides }: Environment,
  entry: string,
  ownOrigin: string,
): boolean {
  if (!overrides || !URL.canParse(entry, ownOrigin)) return false;
  const { origin, pathname } = new URL(entry, ownOrigin);
  // Whatever else lies there, e.g. what people have uploaded, is no release.
  if (origin === ownOrigin) return pathname.startsWith('/remotes/');
  return isListed(origin, [...remoteOrigins, ...overrides.origins]);
}
