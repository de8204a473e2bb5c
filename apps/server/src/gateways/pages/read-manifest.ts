import * as z from 'zod/mini';
import type { TextReader } from './text-reader.ts';

/** The properties of a release that the server itself uses; the shell validates all of them. */
const releaseSchema = z.looseObject({
  entry: z.string(),
  integrity: z.optional(z.string()),
});

/** Each remote is validated separately: one that is not valid must not take the others down. */
const manifestSchema = z.looseObject({ remotes: z.record(z.string(), z.unknown()) });

const remoteSchema = z.looseObject({
  fallback: z.optional(z.unknown()),
  rollouts: z._default(z.array(z.looseObject({ release: z.unknown() })), []),
});

/** A release in a manifest: the address of its entry, and the hash of its list of hashes. */
export type NamedRelease = z.infer<typeof releaseSchema>;

export interface ServedManifest {
  json: string;
  /** All releases in the manifest, which a page may load. */
  releases: readonly NamedRelease[];
  /** The same by the remote's name. */
  ofRemotes: ReadonlyMap<string, readonly NamedRelease[]>;
  /** The release of each remote for all users, by the remote's name; not those that are rolled out to some. */
  everybodys: Readonly<Record<string, NamedRelease>>;
}

/**
 * Reads the manifest again on each call, so that a release or a rollback needs no restart.
 * @param source its path, or its address if the environment is stored in a bucket
 * @param last what it returned last: its releases of remotes that are not valid any more remain
 * @returns undefined if there is none: nothing has been released into the environment yet
 * @throws if the text is not a manifest; it is not served
 */
export async function readManifest(
  read: TextReader,
  source: string,
  last?: ServedManifest,
): Promise<ServedManifest | undefined> {
  const json = await read(source);
  if (json === undefined) return undefined;
  const { remotes } = manifestSchema.parse(JSON.parse(json));
  const ofRemotes = new Map<string, readonly NamedRelease[]>();
  const everybodys: Record<string, NamedRelease> = {};
  for (const [name, value] of Object.entries(remotes)) {
    const { rollouts, fallback } = remoteSchema.safeParse(value).data ?? { rollouts: [] };
    const named = [value, ...rollouts.map(({ release }) => release), fallback];
    const [current, ...others] = named.map((release) => releaseSchema.safeParse(release).data);
    if (current && rollouts.length === 0) everybodys[name] = current;
    const releases = [current, ...others].filter((release) => release !== undefined);
    // Open pages may still be composed of the former ones.
    ofRemotes.set(name, releases.length > 0 ? releases : (last?.ofRemotes.get(name) ?? []));
  }
  const releases = [...ofRemotes.values()].flat();
  return { json, releases, ofRemotes, everybodys };
}
