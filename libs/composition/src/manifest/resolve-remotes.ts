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
  /** What the current release needs and the page does not have. */
  unmet: UnmetRequirement[];
}

/** What became of one remote of the manifest. */
export type RemoteResolution = ResolvedRemote | IncompatibleRemote;

/** What a page and its person bring to the choice of releases. */
export interface ResolveOptions {
  /** Versions of the libraries that the page provides, by name. */
  provided: Readonly<Record<string, string>>;
  /** Whether the person is in the audience of a remote's rollout; without it nobody is in any. */
  isIn?: ((remote: string, audience: Audience) => boolean) | undefined;
}

/**
 * Chooses the release of a remote: that of the first rollout which the person is in, else the current
 * one, else its fallback; one whose requirements the page's libraries do not meet is passed over.
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
