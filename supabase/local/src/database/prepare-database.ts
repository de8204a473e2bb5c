import { applyMigrations } from './apply-migrations.ts';
import { applySeed } from './apply-seed.ts';
import { applySystemSchema } from './apply-system-schema.ts';
import type { Database } from './database.ts';

/** What a database is prepared with. */
export interface PrepareOptions {
  /** Folder of `<14 digits>_<name>.sql` files. */
  migrationsDir: string;
  /** Folder of the demo data; none seeds nothing. */
  seedDir?: string;
  /** Called before each step, with a line for people. */
  onProgress?: (line: string) => void;
  /** See `applySystemSchema`. */
  hostedPrivileges?: boolean;
}

/** Brings a database up to this release; what is done already is skipped. */
export async function prepareDatabase(
  database: Database,
  { migrationsDir, seedDir, onProgress = () => {}, hostedPrivileges = false }: PrepareOptions,
): Promise<void> {
  await applySystemSchema(database, { hostedPrivileges });
  const applied = await applyMigrations(database, migrationsDir);
  if (applied.length > 0) onProgress(`Applied ${applied.length} migrations`);
  if (seedDir !== undefined && (await applySeed(database, seedDir))) onProgress('Added demo data');
}
