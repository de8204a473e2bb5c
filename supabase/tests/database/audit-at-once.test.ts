import { sampleOf } from '@homie/server/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readWholeChain } from './read-whole-chain.ts';
import { createTestDatabase, type TestDatabase } from './test-databases.ts';

const USERS = 20;
const ACTIONS_AT_ONCE = sampleOf(400, 2_000);

/** Returns a seeded random choice, so that the order of actions is the same every time. */
function choices(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const server = 'select tests.as_server();';
/** SQL of each action, which records one entry: `who` is the person's name, `number` that of the action. */
const ACTIONS: readonly ((who: string, number: number) => string)[] = [
  (who) =>
    `insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), tests.id('${who}'), now());`,
  (who, number) =>
    `select tests.sign_in('${who}');
     insert into public.conversations (assistant_id, title) values (tests.id('Notes'), '${number}');`,
  (who) => `${server} select public.record_audit('denied', tests.id('${who}'), tests.id('Notes'));`,
  (who, number) =>
    `${server} select public.record_audit('run_failed', tests.id('${who}'), meta => '{"number": ${number}}');`,
  (who) =>
    `select tests.sign_in('ada');
     insert into public.participants (display_name) values ('With ${who}');`,
];

const each = Math.ceil(ACTIONS_AT_ONCE / USERS);
const all = USERS * each;

describe(`${USERS} concurrent users`, () => {
  let fresh: TestDatabase;
  beforeEach(async () => {
    fresh = await createTestDatabase();
    await fresh.database.exec(`
        select tests.add_person('ada', 'admin');
        select tests.add_person('wes ' || number, 'support_worker') from generate_series(1, ${USERS}) as number;
        select tests.add_assistant('Notes');
        insert into public.assistant_role_access (assistant_id, role_id)
        select tests.id('Notes'), id from public.roles where name = 'support_worker';`);
  });
  afterEach(() => fresh.remove());

  test(`${all} random actions write ${all} entries in one valid chain, and failed ones write none`, async () => {
    const { database } = fresh;
    const failures: unknown[] = [];
    const work = async (worker: number) => {
      const choose = choices(worker);
      const who = `wes ${worker}`;
      for (let number = 1; number <= each; number += 1) {
        const action = ACTIONS[choose(ACTIONS.length)]?.(who, number) ?? '';
        // Statements sent together run in one transaction.
        await database.exec(action);
        if (number % 10 !== 0) continue;
        const failing = database.exec(`${action} select 1 / 0;`);
        failures.push(await failing.catch((error: unknown) => error));
      }
    };
    await Promise.all(Array.from({ length: USERS }, (_, index) => work(index + 1)));
    expect(failures).toEqual(
      Array(Math.floor(each / 10) * USERS).fill(expect.objectContaining({ code: '22012' })),
    );
    const [row] = await database.query<{ entries: string; actions: string }>(
      'select count(*) as entries, count(distinct action) as actions from public.audit_logs',
    );
    expect({ entries: Number(row?.entries), actions: Number(row?.actions) }).toEqual({
      entries: all,
      actions: ACTIONS.length,
    });
    expect(await readWholeChain(database, 4000)).toEqual({
      problem: null,
      unlinked: 0,
      links: all,
    });
    expect(
      await database.query(
        `select 'entry' as left from private.audit_unlinked
           union all select 'transaction' from private.audit_transactions`,
      ),
    ).toEqual([]);
  });
});
