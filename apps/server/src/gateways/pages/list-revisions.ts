import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** Users need no older revisions; this many are always retained. */
const LISTED = 20;

const revisionSchema = z.looseObject({
  revision: z.number(),
  /** The name of the person stays with those who release. */
  change: z.optional(z.object({ command: z.string(), at: z.string() })),
});

/**
 * Lists the last revisions of an environment's manifest, newest first, each with the time and the command that created
 * it.
 * @param folder of the revisions; in a bucket they are private
 */
export async function listRevisions(folder: string): Promise<z.infer<typeof revisionSchema>[]> {
  const files = await readdir(folder).catch(() => []);
  const newest = files
    .flatMap((file) => /^(\d{1,9})\.json$/.exec(file)?.[1] ?? [])
    .map(Number)
    .toSorted((one, other) => other - one)
    .slice(0, LISTED);
  const revisions = await Promise.all(
    newest.map(async (revision) => {
      // A damaged revision must not hide the others.
      const json = await readFile(join(folder, `${revision}.json`), 'utf8')
        .then((text): unknown => JSON.parse(text))
        .catch(() => null);
      const { data } = revisionSchema.safeParse(json);
      if (!data) return [];
      // Pages know the shell that they run.
      const { shell: _shell, ...manifest } = data;
      return manifest;
    }),
  );
  return revisions.flat();
}
