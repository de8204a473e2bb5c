import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** Nobody looks further back; as many as are kept in any case. */
const LISTED = 20;

const revisionSchema = z.looseObject({
  revision: z.number(),
  /** Who it was stays with those who release. */
  change: z.optional(z.object({ command: z.string(), at: z.string() })),
});

/**
 * The last revisions of an environment's manifest, newest first, each with when and by which command it came.
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
      const text = await readFile(join(folder, `${revision}.json`), 'utf8').catch(() => 'null');
      return revisionSchema.safeParse(JSON.parse(text)).data ?? [];
    }),
  );
  return revisions.flat();
}
