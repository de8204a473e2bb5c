import { createHash } from 'node:crypto';
import type { Database, Queryable } from './database.ts';
import { acquirePreparationLock } from './preparation-lock.ts';
import { factorSchema } from './factor-schema.ts';
import { passkeySchema } from './passkey-schema.ts';
import { defaultPrivileges, hostedDefaultPrivileges, prelude } from './prelude.ts';
import { settingsSchema } from './settings-schema.ts';
import { sharedStateSchema } from './shared-state-schema.ts';

/**
 * Mailed links, the codes they are exchanged for, and sign-ins at identity providers. Only hashes of the tokens are
 * stored, and the session of a code is encrypted with that code: the tables alone open no account. The link of a sign-up
 * also stores its account, and the address and password hash of that sign-up.
 */
const authFlowSchema = `
create table if not exists embedded.mail_link (
  token_hash text primary key,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  expires_at timestamptz not null
);
alter table embedded.mail_link add column if not exists email text;
alter table embedded.mail_link add column if not exists password_hash text;
alter table embedded.mail_link add column if not exists created_at timestamptz not null default clock_timestamp();
alter table embedded.mail_link
  add column if not exists user_id uuid references auth.users (id) on delete cascade;
update embedded.mail_link set user_id = users.id
from auth.users where mail_link.user_id is null and users.email = mail_link.email;
create index if not exists mail_link_user_id_idx on embedded.mail_link (user_id);
create index if not exists mail_link_expires_at_idx on embedded.mail_link (expires_at);

create table if not exists embedded.sign_in_link (
  token_hash text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  expires_at timestamptz not null
);
create index if not exists sign_in_link_user_id_idx on embedded.sign_in_link (user_id);
create index if not exists sign_in_link_expires_at_idx on embedded.sign_in_link (expires_at);

-- Links end in supabase/schemas/endings.sql.
drop trigger if exists delete_sign_in_links on auth.users;
drop function if exists embedded.delete_sign_in_links();

create table if not exists embedded.auth_code (
  code_hash text primary key,
  code_challenge text not null,
  code_challenge_method text not null,
  sealed_session text not null,
  session_id uuid not null,
  expires_at timestamptz not null
);
create index if not exists auth_code_expires_at_idx on embedded.auth_code (expires_at);

create table if not exists embedded.provider_flow (
  state_hash text primary key,
  sealed_flow text not null,
  expires_at timestamptz not null
);
create index if not exists provider_flow_expires_at_idx on embedded.provider_flow (expires_at);
`;

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
    factorSchema,
    passkeySchema,
    sharedStateSchema,
    settingsSchema,
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
 * @throws {SupabaseProjectError}
 */
export async function refuseProject(database: Queryable): Promise<void> {
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
