import { PATIENCE } from '@homie/server/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database, Queryable } from '@homie/server';
import { createTestDatabase, type TestDatabase } from './test-databases.ts';

function demote(database: Queryable, demoted: string): Promise<unknown> {
  return database.query(
    `update public.users set role_id = (select id from public.roles where name = 'office')
     where id = tests.id($1) returning id`,
    [demoted],
  );
}

/** Runs one request: `by` demotes `demoted`, and the transaction stays open until `until` resolves. */
function request(
  database: Database,
  { by, demoted, until }: { by: string; demoted: string; until?: Promise<void> },
): Promise<unknown> {
  return database.transaction(async (transaction) => {
    await transaction.query('select tests.sign_in($1)', [by]);
    await demote(transaction, demoted);
    await until;
  });
}

async function admins(database: Database): Promise<string[]> {
  const rows = await database.query<{ email: string }>(
    `select users.email from public.users join public.roles on roles.id = role_id
     where roles.name = 'admin' order by users.email`,
  );
  return rows.map(({ email }) => email);
}

describe(`two admins demote each other concurrently`, () => {
  let fresh: TestDatabase;
  beforeEach(async () => {
    fresh = await createTestDatabase();
    await fresh.database.exec(
      `select tests.add_person('ann', 'admin'); select tests.add_person('ben', 'admin');`,
    );
  });
  afterEach(() => fresh.remove());

  test('one of them remains admin', async () => {
    const outcomes = await Promise.allSettled([
      request(fresh.database, { by: 'ann', demoted: 'ben' }),
      request(fresh.database, { by: 'ben', demoted: 'ann' }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await admins(fresh.database)).toHaveLength(1);
  });
});

describe('two administrators deactivate each other concurrently', () => {
  let fresh: TestDatabase;
  beforeEach(async () => {
    fresh = await createTestDatabase();
    await fresh.database.exec(
      `select tests.add_person('ann', 'admin'); select tests.add_person('ben', 'admin');`,
    );
  });
  afterEach(() => fresh.remove());

  const deactivate = (by: string, deactivated: string) =>
    fresh.database.transaction(async (transaction) => {
      await transaction.query('select tests.sign_in($1)', [by]);
      await transaction.query('select public.deactivate_user(tests.id($1))', [deactivated]);
    });

  test('PEOPLE-04 one of them remains active', async () => {
    const outcomes = await Promise.allSettled([deactivate('ann', 'ben'), deactivate('ben', 'ann')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(
      await fresh.database.query('select id from auth.users where banned_until is null'),
    ).toHaveLength(1);
  });
});

describe(`the second demotion waits for the first one`, () => {
  let fresh: TestDatabase;
  beforeEach(async () => {
    fresh = await createTestDatabase();
    await fresh.database.exec(
      `select tests.add_person('ann', 'admin'); select tests.add_person('ben', 'admin');
         select tests.add_person('cleo', 'admin');`,
    );
  });
  afterEach(() => fresh.remove());

  test('and is authorised by the state after the first one', async () => {
    const { database } = fresh;
    let commit = (): void => {};
    const decided = new Promise<void>((resolve) => (commit = resolve));
    const first = request(database, { by: 'ann', demoted: 'ben', until: decided });
    await vi.waitUntil(async () => (await heldRoles(database)) === 1, PATIENCE);
    const refusal = request(database, { by: 'ben', demoted: 'ann' }).catch(
      (error: unknown) => error,
    );
    await vi.waitUntil(async () => (await waiting(database)) === 1, PATIENCE);
    commit();
    await first;
    expect(await refusal).toMatchObject({ code: '42501', message: 'Admin access required' });
    expect(await admins(database)).toEqual(['ann@tests.example', 'cleo@tests.example']);
  });
});

/** Counts the transactions that lock the role's row. */
async function heldRoles(database: Database): Promise<number> {
  const [row] = await database.query<{ number: number }>(
    `select count(*)::integer as number from pg_locks
     where relation = 'public.roles'::regclass and mode = 'RowShareLock' and granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return row?.number ?? 0;
}

/** Counts the transactions that wait for a lock of another one. */
async function waiting(database: Database): Promise<number> {
  const [row] = await database.query<{ number: number }>(
    `select count(*)::integer as number from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.number ?? 0;
}
