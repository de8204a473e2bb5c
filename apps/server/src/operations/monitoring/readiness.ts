import type { Database } from '../../data/database/index.ts';

/** Readiness of this process for requests. */
export interface Readiness {
  status: 'ready' | 'not ready' | 'draining';
  /** A standby or read-only database can serve no request that stores anything. */
  checks: Record<'migrations' | 'storage', 'ok' | 'failed'> & {
    database: 'ok' | 'failed' | 'read-only';
  };
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
  let isReadOnly = false;
  const isDatabaseThere = async () => {
    const [row] = await database.query<{ read_only: boolean }>(
      "select current_setting('transaction_read_only')::boolean as read_only",
    );
    isReadOnly = row?.read_only ?? false;
    return !isReadOnly;
  };
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
    database: there ? 'ok' : isReadOnly ? 'read-only' : 'failed',
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
