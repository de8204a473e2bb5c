import type { Database } from './database.ts';
import { openPglite } from './open-pglite.ts';
import { openPostgres } from './open-postgres.ts';

/** Where the data lives: a folder (none: in memory) or a PostgreSQL server. */
export type DatabaseLocation = { dataDir?: string } | { databaseUrl: string };

/**
 * Opens PGlite in a folder or in memory, or connects to PostgreSQL. Nothing is created in it:
 * see `prepareDatabase`.
 */
export function openDatabase(location: DatabaseLocation = {}): Promise<Database> {
  return 'databaseUrl' in location
    ? openPostgres(location.databaseUrl)
    : openPglite(location.dataDir);
}
