import { join } from 'node:path';
import { applyMigrations, applySystemSchema, openDatabase, readMigrations } from '@homie/server';
import type { Database } from '@homie/server';
import { createScratchDatabase } from '@homie/server/testing';
import { expect, test } from 'vitest';

const migrationsDir = join(import.meta.dirname, '../../migrations');
const migrations = await readMigrations(migrationsDir);

/** Invitations as they were: by address alone. */
const INVITATIONS = `
  insert into auth.users (id, email, email_confirmed_at, created_at)
  values
    (gen_random_uuid(), 'pending@homie.example', null, now() - interval '2 hours'),
    (gen_random_uuid(), 'confirmed@homie.example', now(), now() - interval '2 hours'),
    (gen_random_uuid(), 'recreated@homie.example', null, now());
  insert into private.invitations (email, role_id, expires_at, sent_at)
  select name || '@homie.example', (select id from public.roles where name = 'admin'), now() + interval '1 day',
    now() - interval '1 hour'
  from unnest(array['pending', 'confirmed', 'recreated', 'deleted']) as name;`;

/** Names with characters that changed their direction, or had no width. */
const NAMES = `
  insert into auth.users (id, email, email_confirmed_at)
  values ('00000000-0000-4000-8000-000000000001', 'wes@homie.example', now());
  update public.users set display_name = e'Wes\\u202e';
  insert into public.assistants (id, label, openai_assistant_id, suggested_questions)
  values ('00000000-0000-4000-8000-000000000002', 'Policies', 'asst_a', array[e'\\u200b', e'Who\\u2028is on?']);
  insert into public.conversations (user_id, assistant_id, title)
  select '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', title
  from unnest(array[e'Plan\\u202efdp', e'\\u200b', 'Roster']) as title;
  insert into public.documents (assistant_id, title)
  values ('00000000-0000-4000-8000-000000000002', e'Care \\u2066plan');
  insert into public.audit_views (user_id, name, query)
  select '00000000-0000-4000-8000-000000000001', name, '{}' from unnest(array[e'Mine\\u200b', 'Mine']) as name;`;

/** Upgrades a database from before a migration, with these rows. */
async function upgraded(
  version: string,
  rows: string,
  check: (database: Database) => Promise<void>,
) {
  const { databaseUrl, drop } = await createScratchDatabase();
  const database = await openDatabase({ databaseUrl });
  try {
    await applySystemSchema(database);
    await applyMigrations(database, migrationsDir, {
      only: migrations.map((migration) => migration.version).filter((each) => each < version),
    });
    await database.exec(rows);
    await applyMigrations(database, migrationsDir);
    await check(database);
  } finally {
    await database.close();
    await drop();
  }
}

test('ENDS-01 an upgrade removes invitations that are left over from deleted, recreated and confirmed accounts', async () => {
  await upgraded('20261212000000', INVITATIONS, async (database) => {
    expect(
      await database.query(
        'select users.email from private.invitations join auth.users on users.id = user_id',
      ),
    ).toEqual([{ email: 'pending@homie.example' }]);
    expect(await database.query('select email from private.invitations')).toHaveLength(1);
  });
});

test('TEXT-01 an upgrade cleans names and titles', async () => {
  await upgraded('20261217000000', NAMES, async (database) => {
    expect(
      await database.query(`
        select display_name as name from public.users
        union all select title from public.conversations
        union all select title from public.documents
        union all select unnest(suggested_questions) from public.assistants
        union all select left(name, 5) from public.audit_views
        order by name`),
    ).toEqual(
      [
        'Care plan',
        'Mine',
        'Mine ',
        'New conversation',
        'Planfdp',
        'Roster',
        'Wes',
        'Who is on?',
      ].map((name) => ({ name })),
    );
  });
});

test('SEARCH-07 an upgrade lists the synonyms, without those that an operator deleted and with those that one added', async () => {
  const rows = `
    delete from private.synonyms where word = 'epipen';
    insert into private.synonyms (word, also) values ('lifter', 'hoist');`;
  await upgraded('20261229000000', rows, async (database) => {
    const found = await database.query(
      `select words, also from public.synonyms
       where word_stems && '{epipen,lifter,gp}' order by words`,
    );
    expect(found).toEqual([
      { words: 'gp', also: 'doctor' },
      { words: 'lifter', also: 'hoist' },
    ]);
  });
});
