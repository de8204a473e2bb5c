import { join } from 'node:path';
import { applySystemSchema, prepareDatabase, type Database } from '@homie/server';
import { openTestDatabase } from '@homie/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalog } from '../hosted/read-catalog.ts';
import { readSchemaPaths } from '../../../tools/migrations/migration.mjs';
import { applySchemas, listSchemaFiles } from './apply-schemas.ts';

const migrationsDir = join(import.meta.dirname, '../../migrations');

test('config.toml lists every file of the schemas once', () => {
  expect(readSchemaPaths(join(import.meta.dirname, '../..')).sort()).toEqual(
    listSchemaFiles().sort(),
  );
});

let declared: Database;
let migrated: Database;
beforeAll(async () => {
  [declared, migrated] = await Promise.all([openTestDatabase(), openTestDatabase()]);
  await applySystemSchema(declared, { hostedPrivileges: true });
  await applySchemas(declared);
  await prepareDatabase(migrated, { migrationsDir, hostedPrivileges: true });
});
afterAll(() => Promise.all([declared.close(), migrated.close()]));

test('schemas and migrations create the same catalog', async () => {
  const catalog = await readCatalog(declared);
  expect(catalog.length).toBeGreaterThan(1000);
  expect(catalog).toEqual(await readCatalog(migrated));
});

test.each([
  ['a table', 'create table private.extra (id integer)'],
  ['a column', 'alter table public.participants add column extra text'],
  ['a constraint', 'alter table public.participants add constraint extra check (true)'],
  ['an index', 'create index extra on public.participants (updated_at)'],
  ['a policy', 'create policy extra on public.turns for select to authenticated using (true)'],
  ['a trigger', 'alter table public.participants disable trigger admins_only'],
  [
    'a function',
    "create or replace function public.is_admin() returns boolean language sql as 'select true'",
  ],
  ['a type', 'alter type private.audit_histogram add attribute extra text'],
  ['a view', 'alter view public.conversation_rows set (security_invoker = false)'],
  ['a grant', 'grant select on private.audit_chain to authenticated'],
  ['a grant on a column', 'revoke select (email) on public.users from authenticated'],
  [
    'a default privilege',
    'alter default privileges in schema public grant select on tables to anon',
  ],
  ['a comment', "comment on column public.turns.folded is 'extra'"],
  ['an extension', 'alter extension btree_gin set schema public'],
  ['a publication', 'create publication extra for table public.participants'],
  ['a role', "delete from public.roles where name = 'office'"],
  ['a bucket', "update storage.buckets set public = true where id = 'attachments'"],
])('the catalog shows that %s differs', async (_, change) => {
  const before = await readCatalog(declared);
  const changed = declared.transaction(async (transaction) => {
    await transaction.exec(change);
    const after = await readCatalog(transaction);
    expect(after).not.toEqual(before);
    throw new Error('undo');
  });
  await expect(changed).rejects.toThrow('undo');
});
