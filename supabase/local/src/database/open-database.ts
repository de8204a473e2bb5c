import type { Database } from './database.ts';
import { openPglite } from './open-pglite.ts';
import { openPostgres } from './open-postgres.ts';

/** There is no working with the database that was given. */
export class DatabaseUnavailableError extends Error {}

/**
 * Where the data lives: a folder (none: in memory) or a PostgreSQL server. A folder that holds nothing yet begins with
 * the files of `image`, if given.
 */
export type DatabaseLocation = { dataDir?: string; image?: Blob } | { databaseUrl: string };

/**
 * Opens PGlite in a folder or in memory, or connects to PostgreSQL. Nothing is created in it:
 * see `prepareDatabase`.
 * @throws {DatabaseUnavailableError}
 */
export async function openDatabase(location: DatabaseLocation = {}): Promise<Database> {
  try {
    return await ('databaseUrl' in location
      ? openPostgres(location.databaseUrl)
      : openPglite(location));
  } catch (cause) {
    throw new DatabaseUnavailableError(describeFailure(location, cause), { cause });
  }
}

/** Of the address only where it leads: the rest of it opens the database. */
function describeFailure(location: DatabaseLocation, cause: unknown): string {
  // PGlite also throws objects that say nothing.
  const reason = cause instanceof Error ? cause.message : 'unknown error';
  if ('databaseUrl' in location) {
    const { host } = new URL(location.databaseUrl);
    return `The database at ${host} cannot be reached: ${reason}. Check DATABASE_URL.`;
  }
  return `The database in ${location.dataDir ?? 'memory'} cannot be opened: its files are damaged or not writable (${reason}).`;
}
