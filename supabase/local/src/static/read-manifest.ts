import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { isSystemError } from '../process/system-error.ts';

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

/** A manifest of a hundred remotes is a tenth of it: more is a mistake, or worse. */
const LARGEST_BYTES = 1_000_000;

/**
 * Reads the manifest anew, so that a release or a rollback needs no restart.
 * @returns undefined without a file: nothing has been released into the environment yet
 * @throws when the file is there but is not a manifest, which is not served
 */
export async function readManifest(file: string): Promise<ServedManifest | undefined> {
  const entry = await stat(file).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (!entry) return undefined;
  if (entry.size > LARGEST_BYTES) throw new Error(`${file} is larger than ${LARGEST_BYTES} bytes`);
  const json = await readFile(file, 'utf8');
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
