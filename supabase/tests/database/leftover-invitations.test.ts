import { join } from 'node:path';
import { applyMigrations, applySystemSchema, openDatabase, readMigrations } from '@homie/server';
import { createScratchDatabase } from '@homie/server/testing';
import { expect, test } from 'vitest';

const migrationsDir = join(import.meta.dirname, '../../migrations');
const migrations = await readMigrations(migrationsDir);
const BINDING = '20261212000000';

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

test('ENDS-01 an upgrade removes invitations that are left over from deleted, recreated and confirmed accounts', async () => {
  const { databaseUrl, drop } = await createScratchDatabase();
  const database = await openDatabase({ databaseUrl });
  try {
    await applySystemSchema(database);
    await applyMigrations(database, migrationsDir, {
      only: migrations.map(({ version }) => version).filter((version) => version < BINDING),
    });
    await database.exec(INVITATIONS);
    await applyMigrations(database, migrationsDir);
    expect(
      await database.query(
        'select users.email from private.invitations join auth.users on users.id = user_id',
      ),
    ).toEqual([{ email: 'pending@homie.example' }]);
    expect(await database.query('select email from private.invitations')).toHaveLength(1);
  } finally {
    await database.close();
    await drop();
  }
});
