import * as z from 'zod/mini';
import type { ReadPlace } from './read-place.ts';

/** The part of a release that the server itself acts on; the shell validates all of it. */
const releaseSchema = z.looseObject({
  entry: z.string(),
  integrity: z.optional(z.string()),
});

const manifestSchema = z.looseObject({
  remotes: z.record(
    z.string(),
    z.extend(releaseSchema, {
      fallback: z.optional(releaseSchema),
      rollouts: z.optional(z.array(z.looseObject({ release: releaseSchema }))),
    }),
  ),
});

/** A release that a manifest names: where its entry is, and the hash of its list of hashes. */
export type NamedRelease = z.infer<typeof releaseSchema>;

export interface ServedManifest {
  json: string;
  /** Every release that a page may load by it. */
  releases: readonly NamedRelease[];
  /** The release of each remote that everybody gets, by the remote's name; not those that are rolled out to some. */
  everybodys: Readonly<Record<string, NamedRelease>>;
}

/**
 * Reads the manifest anew, so that a release or a rollback needs no restart.
 * @param place its path, or its address where the environment is kept in a bucket
 * @returns undefined without one: nothing has been released into the environment yet
 * @throws when what is there is no manifest, which is not served
 */
export async function readManifest(
  read: ReadPlace,
  place: string,
): Promise<ServedManifest | undefined> {
  const json = await read(place);
  if (json === undefined) return undefined;
  const { remotes } = manifestSchema.parse(JSON.parse(json));
  const releases = Object.values(remotes).flatMap(({ fallback, rollouts = [], ...current }) => [
    current,
    ...rollouts.map(({ release }) => release),
    ...(fallback ? [fallback] : []),
  ]);
  const everybodys = Object.fromEntries(
    Object.entries(remotes).filter(([, { rollouts = [] }]) => rollouts.length === 0),
  );
  return { json, releases, everybodys };
}
