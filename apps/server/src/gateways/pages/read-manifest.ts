import * as z from 'zod/mini';
import type { TextReader } from './text-reader.ts';

/** The properties of a release that the server itself uses; the shell validates all of them. */
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

/** A release in a manifest: the address of its entry, and the hash of its list of hashes. */
export type NamedRelease = z.infer<typeof releaseSchema>;

export interface ServedManifest {
  json: string;
  /** All releases in the manifest, which a page may load. */
  releases: readonly NamedRelease[];
  /** The release of each remote for all users, by the remote's name; not those that are rolled out to some. */
  everybodys: Readonly<Record<string, NamedRelease>>;
}

/**
 * Reads the manifest again on each call, so that a release or a rollback needs no restart.
 * @param source its path, or its address if the environment is stored in a bucket
 * @returns undefined if there is none: nothing has been released into the environment yet
 * @throws if the text is not a manifest; it is not served
 */
export async function readManifest(
  read: TextReader,
  source: string,
): Promise<ServedManifest | undefined> {
  const json = await read(source);
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
