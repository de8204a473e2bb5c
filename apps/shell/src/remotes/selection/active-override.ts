import {
  releaseSchema,
  unmetRequirements,
  type Environment,
  type Release,
  type RemoteResolution,
} from '@homie/composition';
import { overrideKey } from './override-storage';

/** The context in which an override is validated. */
export interface OverrideOptions {
  environment: Environment;
  /** Versions of the libraries that the page provides, by name. */
  provided: Readonly<Record<string, string>>;
  /** Reads the role of the user; null if it is not known. */
  readRole: () => Promise<string | null>;
  storage?: Pick<Storage, 'getItem'>;
  ownOrigin?: string;
}

/**
 * Returns the release that this browser runs instead of a remote's; undefined if none is stored, or if the environment
 * does not allow this user to run one from there. It is validated on each page, because any script can write the
 * storage.
 */
export async function activeOverride(
  name: string,
  {
    environment,
    provided,
    readRole,
    storage = window.localStorage,
    ownOrigin = window.location.origin,
  }: OverrideOptions,
): Promise<RemoteResolution | undefined> {
  const release = parseRelease(storage.getItem(overrideKey(name)));
  if (!release || !mayOverrideFrom(environment, release.entry, ownOrigin)) return undefined;
  const role = await readRole();
  if (role === null || !environment.overrides?.roles.includes(role)) return undefined;
  const unmet = unmetRequirements(release.requires, provided);
  return unmet.length > 0
    ? { ...release, name, status: 'incompatible', unmet }
    : { ...release, name, status: 'resolved', source: 'override' };
}

function parseRelease(text: string | null): Release | undefined {
  try {
    return text === null ? undefined : releaseSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a list such as `['https://releases.example', 'http://localhost:*']` contains an origin; a star is any
 * port.
 */
function isListed(origin: string, list: readonly string[]): boolean {
  const withoutPort = origin.replace(/:\d+$/, '');
  return list.some((listed) => listed === origin || listed === `${withoutPort}:*`);
}

/**
 * Returns whether this environment lets a user run an override from an address.
 * @param entry absolute, or relative to the page's own origin
 */
export function mayOverrideFrom(
  { remoteOrigins, overrides }: Environment,
  entry: string,
  ownOrigin: string,
): boolean {
  if (!overrides || !URL.canParse(entry, ownOrigin)) return false;
  const { origin, pathname } = new URL(entry, ownOrigin);
  // Other files of this origin, such as uploads, are no releases.
  if (origin === ownOrigin) return pathname.startsWith('/remotes/');
  return isListed(origin, [...remoteOrigins, ...overrides.origins]);
}
