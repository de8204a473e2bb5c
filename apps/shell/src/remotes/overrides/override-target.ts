import type { Environment, Release } from '@homie/composition';
import { mayOverrideFrom } from './allowed-origins';

/** What an override is made from. */
export interface TargetOptions {
  /** The release that everybody has: one of unknown contents is linked from the same places. */
  current: Release;
  /** Releases that are known by their version. */
  known: readonly Release[];
  environment: Environment;
  ownOrigin: string;
}

/** The release to run, or why there is none. */
export type OverrideTarget = { release: Release } | { problem: string };

/**
 * Reads what somebody names as another version of a remote.
 * @param text a version such as `2.0.0-0123abcd`, or the address of an entry
 */
export function overrideTarget(
  text: string,
  { current, known, environment, ownOrigin }: TargetOptions,
): OverrideTarget {
  const wanted = text.trim();
  if (wanted === '') return { problem: 'Enter a version or an address.' };
  const release = known.find(({ version }) => version === wanted);
  if (release) return { release };
  if (!/^https?:\/\//.test(wanted) || !URL.canParse(wanted)) {
    return { problem: 'This environment knows no such version. An address begins with http.' };
  }
  if (!mayOverrideFrom(environment, wanted, ownOrigin)) {
    const origins = environment.overrides?.origins.join(', ') || 'none';
    return { problem: `This environment allows no code from there. It allows: ${origins}.` };
  }
  const { contributions } = current;
  return {
    release: { version: 'override', entry: new URL(wanted).href, requires: {}, contributions },
  };
}

/** The remote and the version that a link such as `?override=chat@http://localhost:5001/remoteEntry.js` proposes. */
export function proposedOverride(search: string): { remote: string; target: string } | null {
  const [, remote, target] =
    /^([a-z][a-z0-9-]*)@(.+)$/.exec(new URLSearchParams(search).get('override') ?? '') ?? [];
  return remote && target ? { remote, target } : null;
}
