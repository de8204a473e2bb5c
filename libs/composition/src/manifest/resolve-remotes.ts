import type { Audience, ManifestRemote, Release } from './manifest-schema';
import { unmetRequirements, type UnmetRequirement } from './requirements';

/** A remote and the release of it that this page will load. */
export interface ResolvedRemote extends Release {
  name: string;
  status: 'resolved';
  source: 'current' | 'fallback' | 'rollout' | 'override';
}

/** A remote of which no release runs with the libraries of this page. */
export interface IncompatibleRemote extends Release {
  name: string;
  status: 'incompatible';
  /** The requirements of the current release that the page does not meet. */
  unmet: UnmetRequirement[];
}

/** The resolution of one remote of the manifest. */
export type RemoteResolution = ResolvedRemote | IncompatibleRemote;

/** The properties of a page and its user that determine the releases. */
export interface ResolveOptions {
  /** Versions of the libraries that the page provides, by name. */
  provided: Readonly<Record<string, string>>;
  /** Returns whether the user is in the audience of a remote's rollout; without it the user is in none. */
  isIn?: ((remote: string, audience: Audience) => boolean) | undefined;
}

/**
 * Returns the release of a remote: that of the first rollout whose audience includes the user, else the current one,
 * else its fallback; skips a release whose requirements the page's libraries do not meet.
 */
export function resolveRemote(
  name: string,
  { rollouts, fallback, ...current }: ManifestRemote,
  { provided, isIn }: ResolveOptions,
): RemoteResolution {
  const candidates: { source: ResolvedRemote['source']; release?: Release | undefined }[] = [
    ...rollouts
      .filter(({ audience }) => isIn?.(name, audience))
      .map(({ release }) => ({ source: 'rollout' as const, release })),
    { source: 'current', release: current },
    { source: 'fallback', release: fallback },
  ];
  for (const { source, release } of candidates) {
    if (release && unmetRequirements(release.requires, provided).length === 0)
      return { ...release, name, status: 'resolved', source };
  }
  const unmet = unmetRequirements(current.requires, provided);
  return { ...current, name, status: 'incompatible', unmet };
}
