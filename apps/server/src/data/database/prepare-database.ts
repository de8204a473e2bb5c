import { applyMigrations } from './apply-migrations.ts';
import { applySeed, declineSeed } from './apply-seed.ts';
import { applySystemSchema } from './apply-system-schema.ts';
import type { Database } from './database.ts';

/** Options for preparing a database. */
export interface PrepareOptions {
  /** Folder of `<14 digits>_<name>.sql` files. */
  migrationsDir: string;
  /** Folder of the demo data; if omitted, no data is seeded. */
  seedDir?: string;
  /** No demo data now, nor at a later start. */
  neverSeed?: boolean;
  /** Called before the first migration of a new database. */
  onNew?: () => Promise<void>;
  /** Called before each step, with a line for the user. */
  onProgress?: (line: string) => void;
  /** See `applySystemSchema`. */
  hostedPrivileges?: boolean;
}

/** Upgrades a database to this release. Steps that are done already are skipped. */
export async function prepareDatabase(
  database: Database,
  {
    migrationsDir,
    seedDir,
    neverSeed,
    onNew,
    onProgress = () => {},
    hostedPrivileges = false,
  }: PrepareOptions,
): Promise<void> {
  await applySystemSchema(database, { hostedPrivileges });
  const [log] = await database.query("select to_regclass('private.audit_head') as name");
  if (log?.['name'] === null) await onNew?.();
  const applied = await applyMigrations(database, migrationsDir);
  if (applied.length > 0)
    onProgress(`Applied ${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'}`);
  if (neverSeed) await declineSeed(database);
  else if (seedDir !== undefined && (await applySeed(database, seedDir)))
    onProgress('Added demo data');
}
