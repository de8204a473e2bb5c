import type { Database } from '../../data/database/index.ts';

/** Readiness of this process for requests. */
export interface Readiness {
  status: 'ready' | 'not ready' | 'draining';
  checks: Record<'database' | 'migrations' | 'storage', 'ok' | 'failed'>;
}

interface ReadinessOptions {
  database: Database;
  /** Versions of the migrations that this release needs. */
  migrations: readonly string[];
  /** Returns whether the folder of stored files is still the one that this process started with. */
  isStorageThere: () => Promise<boolean>;
}

/** Timeout of a check. */
const PATIENCE_MS = 2_000;

/** Checks all dependencies of requests. */
export async function readReadiness(
  { database, migrations, isStorageThere }: ReadinessOptions,
  isDraining: boolean,
): Promise<Readiness> {
  const isDatabaseThere = async () => (await database.query('select 1')).length === 1;
  const isMigrated = async () => {
    const rows = await database.query(
      'select version from supabase_migrations.schema_migrations where version = any($1::text[])',
      [migrations],
    );
    return rows.length === migrations.length;
  };
  const [there, migrated, storage] = await Promise.all(
    [isDatabaseThere, isMigrated, isStorageThere].map(passes),
  );
  const checks = {
    database: there ? 'ok' : 'failed',
    migrations: migrated ? 'ok' : 'failed',
    storage: storage ? 'ok' : 'failed',
  } as const;
  if (isDraining) return { status: 'draining', checks };
  return { status: there && migrated && storage ? 'ready' : 'not ready', checks };
}

async function passes(check: () => Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  const passed = await Promise.race([check().catch(() => false), tooLong]);
  clearTimeout(timer);
  return passed;
}
