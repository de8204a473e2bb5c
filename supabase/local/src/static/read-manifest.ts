import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { isSystemError } from '../process/system-error.ts';

/** The part of /remotes.json that the server itself acts on; the shell validates all of it. */
const manifestSchema = z.looseObject({
  remotes: z.record(
    z.string(),
    z.looseObject({
      entry: z.string(),
      fallback: z.optional(z.looseObject({ entry: z.string() })),
    }),
  ),
});

const EMPTY = JSON.stringify({ schemaVersion: 1, revision: 0, remotes: {} });

interface ServedManifest {
  json: string;
  /** Foreign origins that remotes are loaded from. */
  origins: string[];
}

/**
 * Reads the manifest anew, so that a release or a rollback needs no restart. Without a file no
 * remote is composed; a file that is no manifest is not served.
 * @throws when the file is there but is not a manifest
 */
export async function readManifest(file: string): Promise<ServedManifest> {
  const json = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return EMPTY;
    throw error;
  });
  const { remotes } = manifestSchema.parse(JSON.parse(json));
  const entries = Object.values(remotes).flatMap(({ entry, fallback }) =>
    fallback ? [entry, fallback.entry] : [entry],
  );
  const origins = entries
    .filter((entry) => /^https?:\/\//.test(entry) && URL.canParse(entry))
    .map((entry) => new URL(entry).origin);
  return { json, origins: [...new Set(origins)] };
}
