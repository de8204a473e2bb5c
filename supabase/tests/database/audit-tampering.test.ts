import type { Queryable } from '@homie/server';
import { sampleOf } from '@homie/server/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWholeChain } from './read-whole-chain.ts';
import { createTestDatabase, type TestDatabase } from './test-databases.ts';

/* Generates the same tamperings every time, so that a failure means a change. Other ones: FUZZ_SEED. */
const settings = {
  seed: Number(process.env['FUZZ_SEED'] ?? 20_261_121),
  numRuns: sampleOf(20, 60),
};

const ENTRIES = 40;

/** Every column of an entry, with an expression for a different value. */
const EDITS: Record<string, string> = {
  id: 'gen_random_uuid()',
  user_id: 'gen_random_uuid()',
  user_email: `coalesce(user_email, '') || '.au'`,
  assistant_id: 'gen_random_uuid()',
  assistant_label: `coalesce(assistant_label, '') || ' '`,
  assistant_kind: `case assistant_kind when 'org' then 'participant' else 'org' end`,
  participant_id: 'gen_random_uuid()',
  participant_name: `coalesce(participant_name || ' 2', '')`,
  target_user_id: 'gen_random_uuid()',
  target_user_email: `coalesce(target_user_email || '.au', '')`,
  conversation_id: 'gen_random_uuid()',
  action: `case action when 'login' then 'denied' else 'login' end`,
  meta: `meta || '{"x": null}'`,
  created_at: `created_at - interval '1 microsecond'`,
  updated_at: `updated_at + interval '1 day'`,
};

const tampering = fc.record({
  how: fc.oneof(
    { weight: 4, arbitrary: fc.constant('edit' as const) },
    {
      weight: 6,
      arbitrary: fc.constantFrom('delete', 'unlink', 'remove', 'swap', 'digest', 'hash'),
    },
  ),
  at: fc.integer({ min: 1, max: ENTRIES - 1 }),
  column: fc.constantFrom(...Object.keys(EDITS)),
});
type Tampering = typeof tampering extends fc.Arbitrary<infer Value> ? Value : never;

class RolledBack extends Error {}

describe('tampering with the audit log', () => {
  let fresh: TestDatabase;
  beforeAll(async () => {
    fresh = await createTestDatabase();
    await fresh.database.exec(
      `insert into public.audit_logs (action, user_id, user_email, participant_name, meta)
         select 'denied', gen_random_uuid(), 'wes@tests.example', 'Pat', jsonb_build_object('number', number, 'x', 1)
         from generate_series(1, ${ENTRIES}) as number;`,
    );
  });
  afterAll(() => fresh.remove());

  /** Makes a change that only the owner of the tables can make, and rolls it back after `look`. */
  async function tamper(how: string, look: (database: Queryable) => Promise<void>) {
    const done = fresh.database.transaction(async (transaction) => {
      await transaction.exec(
        `alter table public.audit_logs disable trigger all;
           alter table private.audit_chain disable trigger all;
           alter table private.audit_chain drop constraint audit_chain_seq_positive;
           ${how}`,
      );
      await look(transaction);
      throw new RolledBack();
    });
    await expect(done).rejects.toBeInstanceOf(RolledBack);
  }

  test('an unchanged chain is valid', async () => {
    expect(await readWholeChain(fresh.database, 7)).toEqual({
      problem: null,
      unlinked: 0,
      links: ENTRIES,
    });
  });

  test.each(Object.entries(EDITS))('an edit of %s is detected', async (column, value) => {
    const edit = `update public.audit_logs set ${column} = ${value} where id = ${entryAt(3)};`;
    await tamper(edit, async (database) => {
      const { problem } = await readWholeChain(database, 100);
      expect(problem).toMatchObject({
        seq: 3,
        code: column === 'id' ? 'entry_missing' : 'entry_changed',
      });
    });
  });

  test('the first edited, deleted or reordered entry is reported, with the reason', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(tampering, { minLength: 1, maxLength: 4, selector: ({ at }) => at }),
        fc.integer({ min: 1, max: 60 }),
        async (tamperings, piece) => {
          await tamper(tamperings.map(statementOf).join('\n'), async (database) => {
            const { problem } = await readWholeChain(database, piece);
            const first = tamperings.toSorted((a, b) => a.at - b.at)[0];
            if (!first) throw new Error('nothing was done');
            // With several tamperings, e.g. a link without its entry, either code may be reported.
            const code = tamperings.length === 1 ? { code: codeOf(first) } : {};
            expect(problem).toMatchObject({ seq: first.at, ...code });
          });
        },
      ),
      settings,
    );
  });

  test('an entry inserted outside the chain is detected', async () => {
    const planted = `insert into public.audit_logs (id, action) values (tests.id('planted'), 'login');`;
    await tamper(planted, async (database) => {
      const [row] = await database.query<{ found: { entryId: string } }>(
        'select private.find_unlinked_entries(null, 1000) as found',
      );
      const [{ id } = { id: '' }] = await database.query<{ id: string }>(
        `select tests.id('planted') as id`,
      );
      expect(row?.found).toMatchObject({ unlinked: 1, entryId: id });
    });
  });

  test.each([
    ['links cut off at the end', 'delete from private.audit_chain where seq > 30;', 31],
    [
      'links put behind the end',
      `insert into private.audit_chain values (41, gen_random_uuid(), sha256('x'), sha256('y'));`,
      41,
    ],
    [
      'a link before the first',
      `insert into private.audit_chain values (0, gen_random_uuid(), sha256('x'), sha256('y'));`,
      1,
    ],
  ])('%s are detected', async (_, how, seq) => {
    for (const piece of [10, 1000]) {
      await tamper(how, async (database) => {
        expect((await readWholeChain(database, piece)).problem?.seq).toBe(seq);
      });
    }
  });
});

const entryAt = (seq: number) => `(select entry_id from private.audit_chain where seq = ${seq})`;

function statementOf({ how, at, column }: Tampering): string {
  switch (how) {
    case 'edit':
      return `update public.audit_logs set ${column} = ${EDITS[column]} where id = ${entryAt(at)};`;
    case 'delete':
      return `delete from public.audit_logs where id = ${entryAt(at)};`;
    case 'unlink':
      return `delete from private.audit_chain where seq = ${at};`;
    case 'remove':
      return `delete from public.audit_logs where id = ${entryAt(at)};
        delete from private.audit_chain where seq = ${at};`;
    // Swaps with the last entry, which no other tampering changes.
    case 'swap':
      return `update private.audit_chain set seq = 1000000 where seq = ${at};
        update private.audit_chain set seq = ${at} where seq = ${ENTRIES};
        update private.audit_chain set seq = ${ENTRIES} where seq = 1000000;`;
    default:
      return `update private.audit_chain set ${how} = sha256(${how}) where seq = ${at};`;
  }
}

function codeOf({ how, column }: Tampering): string {
  switch (how) {
    case 'edit':
      return column === 'id' ? 'entry_missing' : 'entry_changed';
    case 'delete':
      return 'entry_missing';
    case 'unlink':
    case 'remove':
      return 'link_missing';
    default:
      return 'link_changed';
  }
}
