import { parseManifest, type Environment, type Manifest, type Release } from '@homie/composition';
import { mayOverrideFrom } from './active-override';

/** Context in which the text is parsed. */
export interface TargetOptions {
  /** The release for all users: a release from an address gets its contributions. */
  current: Release;
  /** Releases that can be selected by their version. */
  known: readonly Release[];
  environment: Environment;
  ownOrigin: string;
}

/** The release to run, or an error message. */
export type OverrideTarget = { release: Release } | { problem: string };

/**
 * Parses another version of a remote.
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
    return { problem: "This environment doesn't have that version. An address starts with http." };
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

/**
 * Parses the remote and the version that a link such as `?override=chat@http://localhost:5001/remoteEntry.js` proposes.
 */
export function proposedOverride(search: string): { remote: string; target: string } | null {
  const [, remote, target] =
    /^([a-z][a-z0-9-]*)@(.+)$/.exec(new URLSearchParams(search).get('override') ?? '') ?? [];
  return remote && target ? { remote, target } : null;
}

/** A release that can be selected by its version, and where it is from. */
export interface KnownRelease {
  release: Release;
  from: string;
}

async function readJson(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, { cache: 'no-store' });
    return response.status === 200 ? await response.json() : null;
  } catch {
    return null;
  }
}

const toManifest = (json: unknown): Promise<Manifest | null> =>
  parseManifest(json).then(
    ({ manifest }) => manifest,
    () => null,
  );

function listReleases(manifest: Manifest | null, remote: string, where: string): KnownRelease[] {
  const found = manifest?.remotes[remote];
  if (!found || !Object.hasOwn(manifest.remotes, remote)) return [];
  const { rollouts, fallback, ...current } = found;
  return [
    { release: current, from: where },
    ...rollouts.map(({ release }) => ({ release, from: `${where}, rolled out` })),
    ...(fallback ? [{ release: fallback, from: `${where}, fallback` }] : []),
  ];
}

/**
 * Reads the releases of a remote that this environment runs or has run and that comparable environments run; each once.
 */
export async function knownReleases(
  remote: string,
  { environment, environments }: Environment,
): Promise<KnownRelease[]> {
  const found = await Promise.all([
    readJson('/remotes.json')
      .then(toManifest)
      .then((manifest) => listReleases(manifest, remote, environment)),
    ...environments.map(async (name) =>
      listReleases(
        await toManifest(await readJson(`/environments/${name}/remotes.json`)),
        remote,
        name,
      ),
    ),
    readJson(`/environments/${environment}/revisions.json`)
      .then((list) => Promise.all((Array.isArray(list) ? list : []).map(toManifest)))
      .then((manifests) =>
        manifests.flatMap((manifest) =>
          listReleases(manifest, remote, `revision ${manifest?.revision}`),
        ),
      ),
  ]);
  const all = found.flat();
  return all.filter(
    ({ release }, index) =>
      all.findIndex((other) => other.release.version === release.version) === index,
  );
}
