import { createHash } from 'node:crypto';
import { authFlowSchema } from './auth-flow-schema.ts';
import type { Database, Queryable } from './database.ts';
import { acquirePreparationLock } from './preparation-lock.ts';
import { defaultPrivileges, hostedDefaultPrivileges, prelude } from './prelude.ts';
import { sharedStateSchema } from './shared-state-schema.ts';

/** The database belongs to a Supabase project, which has its own auth and storage. */
export class SupabaseProjectError extends Error {}

/** Privileges of service_role and signed-in users on the storage tables; policies narrow them. */
const storageGrants = `
grant usage on schema storage to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to service_role;
grant select, insert, update, delete on storage.objects to authenticated;
grant select on storage.buckets to authenticated;
`;

/**
 * Creates the objects that a Supabase project has before any migration: roles, extensions, and the tables of auth and
 * storage. Skipped if this very SQL was applied before.
 * @throws {SupabaseProjectError} if another service manages the accounts
 * @param hostedPrivileges start with the default privileges of a hosted project, to prove that the migrations produce
 *   the same grants there
 */
export async function applySystemSchema(
  database: Database,
  { hostedPrivileges = false }: { hostedPrivileges?: boolean } = {},
): Promise<void> {
  // It takes half a second to load, and most commands of `homie` do not need it.
  const { getAuthSchemaSql, getStorageSchemaSql } = await import('@supabase/lite');
  const sql = [
    prelude,
    hostedPrivileges ? hostedDefaultPrivileges : defaultPrivileges,
    getAuthSchemaSql(),
    getStorageSchemaSql(),
    storageGrants,
    authFlowSchema,
    sharedStateSchema,
  ].join('\n');
  const checksum = createHash('sha256').update(sql).digest('hex');
  if ((await appliedChecksum(database)) === checksum) return;
  await database.transaction(async (transaction) => {
    await acquirePreparationLock(transaction);
    if ((await appliedChecksum(transaction)) === checksum) return;
    await refuseProject(transaction);
    await transaction.exec(sql);
    await transaction.query(
      `insert into embedded.system_schema (checksum) values ($1)
       on conflict (only_row) do update set checksum = excluded.checksum, applied_at = now()`,
      [checksum],
    );
  });
}

/**
 * Refuses a database with an auth schema that is not ours. Ours has its own record, written in the same transaction.
 */
async function refuseProject(database: Queryable): Promise<void> {
  const [found] = await database.query(
    `select 1 as found
     where to_regclass('auth.users') is not null and to_regclass('embedded.system_schema') is null`,
  );
  if (found)
    throw new SupabaseProjectError(
      'This database belongs to a Supabase project, which serves it itself: see docs/guides/supabase.md. Nothing was changed.',
    );
}

async function appliedChecksum(database: Queryable): Promise<string | undefined> {
  const [table] = await database.query<{ name: string | null }>(
    `select to_regclass('embedded.system_schema')::text as name`,
  );
  if (!table?.name) return undefined;
  const [row] = await database.query<{ checksum: string }>(
    'select checksum from embedded.system_schema',
  );
  return row?.checksum;
}
