import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isSystemError } from '../../http/system-error.ts';
import { resolveFile } from './resolve-file.ts';

/** Locations of the shells of a store, and of the environment's choice. */
export interface ReleasedShells {
  /** The environment's `shell.json`. */
  statement: string;
  /** `<version>/…` */
  folder: string;
}

export interface ReleasedShell {
  version: string;
  folder: string;
}

const statementSchema = z.looseObject({
  version: z.string().check(z.regex(/^[0-9A-Za-z][\w.+-]*$/)),
});

/** @returns undefined if none is released: then the local build is served */
export async function releasedShell({
  statement,
  folder,
}: ReleasedShells): Promise<ReleasedShell | undefined> {
  const text = await readFile(statement, 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { version } = statementSchema.parse(JSON.parse(text));
  const released = { version, folder: join(folder, version) };
  return (await resolveFile(released.folder, '/app.html')) && released;
}

/** Returns the folders of all shells of a store: pages that stay open for long still request files of earlier ones. */
export async function shellFolders({ folder }: ReleasedShells): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}
