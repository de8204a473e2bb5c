import type { Database } from '@homie/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-databases.ts';

interface Reading {
  version: number;
  reset: boolean;
  changes: { version: number; id: string; row: { title: string } | null }[];
}

const WORKERS = 8;
const CHANGES_EACH = 25;

/** Runs one request of a person: the change is committed when it resolves. */
function change(database: Database, sql: string, parameters: unknown[] = []): Promise<unknown> {
  return database.transaction(async (transaction) => {
    await transaction.query(`select tests.sign_in('wes')`);
    await transaction.query(sql, parameters);
  });
}

async function read(database: Database, after: number): Promise<Reading> {
  const rows = await database.transaction(async (transaction) => {
    await transaction.query(`select tests.sign_in('wes')`);
    return transaction.query<{ reading: Reading }>(
      'select public.read_conversation_changes($1::bigint) as reading',
      [after],
    );
  });
  if (!rows[0]) throw new Error('no reading');
  return rows[0].reading;
}

async function titles(database: Database): Promise<Map<string, string>> {
  const rows = await database.query<{ id: string; title: string }>(
    `select id, title from public.conversations where user_id = tests.id('wes')`,
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

describe(`concurrent changes of one user’s conversations`, () => {
  let fresh: TestDatabase;
  beforeEach(async () => {
    fresh = await createTestDatabase();
    await fresh.database.exec(`
        select tests.add_person('wes', 'support_worker');
        select tests.add_assistant('Notes');
        insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wes'));
        insert into public.conversations (id, user_id, assistant_id)
        select tests.id('talk ' || number), tests.id('wes'), tests.id('Notes') from generate_series(1, 12) as number;
      `);
  });
  afterEach(() => fresh.remove());

  test('a reader that follows misses no change and ends with the current list', async () => {
    const { database } = fresh;
    const list = await titles(database);
    let { version } = await read(database, 0);
    const started = version;
    let isWorking = true;

    const follow = async () => {
      const seen: number[] = [];
      for (let isLast = false; !isLast;) {
        isLast = !isWorking;
        const reading = await read(database, version);
        expect(reading.reset).toBe(false);
        expect(reading.version).toBeGreaterThanOrEqual(version);
        for (const { version: number, id, row } of reading.changes) {
          seen.push(number);
          if (row) list.set(id, row.title);
          else list.delete(id);
        }
        ({ version } = reading);
      }
      return seen;
    };
    const work = async (worker: number) => {
      for (let number = 1; number <= CHANGES_EACH; number += 1) {
        const title = `${worker}.${number}`;
        const talk = `talk ${1 + ((worker * 5 + number * 7) % 12)}`;
        if (number % 10 === 0) {
          await change(database, 'delete from public.conversations where id = tests.id($1)', [
            talk,
          ]);
        } else if (number % 5 === 0) {
          const values = `values (tests.id('Notes'), $1)`;
          await change(
            database,
            `insert into public.conversations (assistant_id, title) ${values}`,
            [title],
          );
        } else {
          // Updates several rows concurrently, in any order: there must be no deadlock.
          await change(
            database,
            'update public.conversations set title = $1 where id in (tests.id($2), tests.id($3))',
            [title, talk, `talk ${worker}`],
          );
        }
      }
    };

    const following = follow();
    await Promise.all(Array.from({ length: WORKERS }, (_, index) => work(index + 1)));
    isWorking = false;
    const seen = await following;

    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(new Set(seen).size).toBe(seen.length);
    expect(list).toEqual(await titles(database));
    expect(version).toBeGreaterThanOrEqual(started + seen.length);
  });

  test('a change that is committed late has a later version, so that no reader has passed it', async () => {
    const { database } = fresh;
    const { version } = await read(database, 0);
    let commit = (): void => {};
    const decided = new Promise<void>((resolve) => (commit = resolve));
    const late = database.transaction(async (transaction) => {
      await transaction.query(`select tests.sign_in('wes')`);
      await transaction.query(
        `update public.conversations set title = 'Late' where id = tests.id('talk 1')`,
      );
      await decided;
    });
    await change(
      database,
      `update public.conversations set title = 'Early' where id = tests.id('talk 2')`,
    );
    const early = await read(database, version);
    expect(early.changes.map(({ row }) => row?.title)).toEqual(['Early']);

    commit();
    await late;
    expect(await read(database, early.version)).toMatchObject({
      version: early.version + 1,
      changes: [{ version: early.version + 1, row: { title: 'Late' } }],
    });
  });
});
