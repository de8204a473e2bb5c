import type { Contributions } from './contributions-schema';
import type { Manifest, ManifestRemote, Release } from './manifest-schema';
import { unmetRequirements, type UnmetRequirement } from './requirements';

/** A remote and the release of it that this page will load. */
export interface ResolvedRemote {
  name: string;
  status: 'resolved';
  source: 'current' | 'fallback';
  version: string;
  entry: string;
  contributions: Contributions;
}

/** A remote of which no release runs with the libraries of this page. */
export interface IncompatibleRemote {
  name: string;
  status: 'incompatible';
  version: string;
  unmet: UnmetRequirement[];
  contributions: Contributions;
}

/** What became of one remote of the manifest. */
export type RemoteResolution = ResolvedRemote | IncompatibleRemote;

/**
 * Chooses one release per remote: the current one, or its fallback when the page's libraries do not
 * meet the current one's requirements.
 * @param provided versions of the libraries that the page provides, by name
 */
export function resolveRemotes(
  manifest: Manifest,
  { provided }: { provided: Readonly<Record<string, string>> },
): RemoteResolution[] {
  return Object.entries(manifest.remotes).map(([name, remote]) => resolve(name, remote, provided));
}

function resolve(
  name: string,
  remote: ManifestRemote,
  provided: Readonly<Record<string, string>>,
): RemoteResolution {
  const { contributions, fallback } = remote;
  const unmet = unmetRequirements(remote.requires, provided);
  if (unmet.length === 0) return choose(name, 'current', remote, contributions);
  if (fallback && unmetRequirements(fallback.requires, provided).length === 0) {
    return choose(name, 'fallback', fallback, contributions);
  }
  return { name, status: 'incompatible', version: remote.version, unmet, contributions };
}

function choose(
  name: string,
  source: ResolvedRemote['source'],
  { version, entry }: Release,
  contributions: Contributions,
): ResolvedRemote {
  return { name, status: 'resolved', source, version, entry, contributions };
}
