import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Beside the program whose files it holds: with another version of that, it is gone. */
const image = join(
  dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')),
  'cluster.tar',
);

/**
 * The files of a new, empty PGlite, as `tools/steps/cluster.mjs` has kept them: unpacking them takes a fifth of the time
 * of making them.
 * @returns undefined when they have not been kept
 */
export async function readClusterImage(): Promise<Blob | undefined> {
  const files = await readFile(image).catch(() => undefined);
  return files && new Blob([files]);
}
