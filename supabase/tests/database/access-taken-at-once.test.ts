import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-databases.ts';

const WAITS = `
  select exists (
    select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())
  ) as waits`;

describe(`access is revoked while a reply starts`, () => {
  let fresh: TestDatabase;
  beforeEach(async () => {
    fresh = await createTestDatabase();
    await fresh.database.exec(`
        select tests.add_person('wes', 'support_worker');
        select tests.add_person('ada', 'admin');
        select tests.add_assistant('Notes');
        insert into public.conversations (id, user_id, assistant_id)
        values (tests.id('talk'), tests.id('wes'), tests.id('Notes'));
      `);
  });
  afterEach(() => fresh.remove());

  const direct = `into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wes'))`;
  const byRole = `into public.assistant_role_access (assistant_id, role_id)
      select tests.id('Notes'), id from public.roles where name = 'support_worker'`;
  const role = (name: string) =>
    `update public.users set role_id = (select id from public.roles where name = '${name}') where id = tests.id('wes')`;
  test.each([
    ['a grant', `insert ${direct}`, 'delete from public.assistant_access'],
    ['a grant of a role', `insert ${byRole}`, 'delete from public.assistant_role_access'],
    ['a role', role('admin'), role('support_worker')],
  ])('no reply continues without %s', async (_, give, take) => {
    const { database } = fresh;
    await database.query(give);
    let taken: Promise<unknown> | undefined;
    await database.transaction(async (sending) => {
      await sending.query(`
          select public.start_turn(
            tests.id('wes'), tests.id('talk'), 'A question', '{}', 'one', 'demo', tests.id('one')
          )`);
      let isTaken = false;
      taken = database.query(take).finally(() => (isTaken = true));
      for (let waits = false; !waits && !isTaken;)
        waits = (await database.query<{ waits: boolean }>(WAITS))[0]?.waits ?? false;
    });
    await taken;
    expect(await database.query('select status, error_code from public.turns')).toEqual([
      { status: 'failed', error_code: 'assistant_access_denied' },
    ]);
  });
});
