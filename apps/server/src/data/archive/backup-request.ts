import { parseArgs } from 'node:util';
import { ArchiveError } from './archive-line.ts';

export const BACKUP_USAGE = `npm run backup -- make FILE        everything into one file, while people work
npm run backup -- check FILE       whether the file is whole
npm run backup -- restore FILE     into an empty place: HOMIE_DATA, DATABASE_URL`;

/**
 * Reads `make FILE` and the like.
 * @throws {ArchiveError} with how to call it
 */
export function readBackupRequest(
  commandLine: readonly string[],
  usage: string,
): { action: 'make' | 'check' | 'restore'; file: string } {
  const [action, file] = readWords(commandLine, usage);
  if (action === 'make' || action === 'check' || action === 'restore') return { action, file };
  throw new ArchiveError(usage);
}

/** Two words and nothing else. */
export function readWords(commandLine: readonly string[], usage: string): [string, string] {
  try {
    const { positionals } = parseArgs({ args: [...commandLine], allowPositionals: true });
    const [action, file] = positionals;
    if (action !== undefined && file !== undefined && positionals.length === 2)
      return [action, file];
  } catch {
    // An option: there are none.
  }
  throw new ArchiveError(usage);
}
