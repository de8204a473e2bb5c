import type { Queryable } from '@homie/server';
import { sampleOf } from '@homie/server/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  entryArbitrary,
  expectedNeighbours,
  expectedPage,
  filterArbitrary,
  type Entry,
  type Filter,
} from './audit-model.ts';
import { createTestDatabase, type TestDatabase } from './test-databases.ts';

/* Generates the same logs every time, so that a failure means a change. Other ones: FUZZ_SEED. */
const settings = {
  seed: Number(process.env['FUZZ_SEED'] ?? 20_261_121),
  numRuns: sampleOf(2, 4),
};

class RolledBack extends Error {}

const log = fc.record({
  /** Each part is inserted with one statement. */
  parts: fc.array(fc.array(entryArbitrary, { minLength: 1, maxLength: 60 }), {
    minLength: 3,
    maxLength: 6,
  }),
  filters: fc.array(filterArbitrary, { minLength: 15, maxLength: 25 }),
});

async function write(part: unknown[], sql: Queryable): Promise<void> {
  await sql.query(
    `insert into public.audit_logs (user_id, target_user_id, assistant_id, action, meta, created_at)
     select user_id, target_user_id, assistant_id, action, meta, created_at
     from jsonb_to_recordset($1) as part (
       user_id uuid, target_user_id uuid, assistant_id uuid, action text, meta jsonb, created_at timestamptz
     )`,
    [part],
  );
}

async function ask<Answer>(sql: Queryable, call: string, parameters: unknown[]): Promise<Answer> {
  await sql.exec(`select tests.sign_in('ann')`);
  const [row] = await sql.query<{ answer: Answer }>(`select ${call} as answer`, parameters);
  await sql.exec('select tests.as_owner()');
  if (!row) throw new Error('no answer');
  return row.answer;
}

async function compare(filters: Filter[], sql: Queryable) {
  const entries = await sql.query<Entry & Record<string, unknown>>(
    'select id, user_id, target_user_id, assistant_id, action, meta::text as meta, created_at from public.audit_logs',
  );
  for (const filter of filters) {
    const filterText = JSON.stringify(filter);
    const page = await ask<{ rows: { id: string }[]; total: number }>(
      sql,
      'public.query_audit_logs($1)',
      [filter],
    );
    expect({ filterText, total: page.total, ids: page.rows.map(({ id }) => id) }).toEqual({
      filterText,
      ...expectedPage(entries, filter),
    });
    const entry = entries[filter.pageSize % entries.length];
    if (!entry) continue;
    const beside = await ask(sql, 'public.audit_neighbours($1, $2)', [entry.id, filter]);
    expect({ filterText, beside }).toEqual({
      filterText,
      beside: expectedNeighbours(entries, entry, filter),
    });
  }
}

describe('pages of the audit log', () => {
  let fresh: TestDatabase;
  beforeAll(async () => {
    fresh = await createTestDatabase();
    await fresh.database.exec(`select tests.add_person('ann', 'admin')`);
  });
  afterAll(() => fresh.remove());

  test('API-21 API-25 RECORD-03 pages, totals and neighbours match the entries, for any writes, folds and purges', async () => {
    await fc.assert(
      fc.asyncProperty(log, async ({ parts, filters }) => {
        const [last = [], ...first] = parts;
        const walk = fresh.database.transaction(async (sql) => {
          for (const part of first) await write(part, sql);
          await sql.exec('select private.merge_audit_counts()');
          await write(last, sql);
          await compare(filters.slice(0, -5), sql);
          await sql.exec(
            `alter table public.audit_logs disable trigger refuse_audit_change;
               delete from public.audit_logs where created_at < '2026-03-02' or id::text > 'c';`,
          );
          await compare(filters.slice(-5), sql);
          throw new RolledBack();
        });
        await expect(walk).rejects.toBeInstanceOf(RolledBack);
      }),
      settings,
    );
  });
});
