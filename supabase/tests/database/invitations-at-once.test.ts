import type { Database } from '@homie/server';
import { PATIENCE } from '@homie/server/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-databases.ts';

let fresh: TestDatabase;
beforeEach(async () => {
  fresh = await createTestDatabase();
  await fresh.database.exec(`
    select tests.add_person('ann', 'admin');
    select tests.sign_in('ann');
    select public.invite_user('nia@tests.example', 'office', import_id => tests.id('import'));
    select tests.as_owner();
    select tests.sign_up('nia');`);
});
afterEach(() => fresh.remove());

/** Runs a statement as the administrator. */
const asAnn = (database: Database, statement: string) =>
  database.transaction(async (transaction) => {
    await transaction.query(`select tests.sign_in('ann')`);
    await transaction.query(statement);
  });

/** Counts the transactions that wait for a lock of another one. */
async function waiting(database: Database): Promise<number> {
  const [row] = await database.query<{ number: number }>(
    `select count(*)::integer as number from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.number ?? 0;
}

test.each([
  ['revoked', `select public.revoke_invitation(tests.id('nia'))`, 'PT404'],
  ['sent again', `select public.invite_user('nia@tests.example', 'admin')`, 'PT409'],
  ['undone', `select public.undo_import(tests.id('import'))`, undefined],
])(
  'ENDS-02 an invitation that is %s while it is accepted does not deadlock: the acceptance wins',
  async (_, statement, refusal) => {
    const { database } = fresh;
    let refused: Promise<unknown> | undefined;
    await database.transaction(async (accepting) => {
      // As the auth service does before it confirms the address.
      await accepting.query(`select from auth.users where id = tests.id('nia') for update`);
      refused = asAnn(database, statement).then(
        () => undefined,
        (error: unknown) => error,
      );
      await vi.waitUntil(async () => (await waiting(database)) === 1, PATIENCE);
      await accepting.query(
        `update auth.users set email_confirmed_at = now() where id = tests.id('nia')`,
      );
    });
    const error = await refused;
    expect(error && (error as { code: string }).code).toBe(refusal);
    expect(
      await database.query(
        `select roles.name from public.users join public.roles on roles.id = role_id
         where users.id = tests.id('nia')`,
      ),
    ).toEqual([{ name: 'office' }]);
    expect(await database.query('select email from private.invitations')).toEqual([]);
  },
);
