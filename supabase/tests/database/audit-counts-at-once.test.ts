import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-databases.ts';

/** Enough writers that counts are folded while others write. */
const WRITERS = 20;
const ENTRIES_EACH = 60;

describe('counts of the audit log', () => {
  let fresh: TestDatabase;
  beforeAll(async () => {
    fresh = await createTestDatabase();
  });
  afterAll(() => fresh.remove());

  test('entries of twenty concurrent writers are each counted once', async () => {
    const write = async (writer: number) => {
      for (let number = 0; number < ENTRIES_EACH; number += 1)
        await fresh.database.query(
          `insert into public.audit_logs (action, meta)
             values ($1, jsonb_build_object('word', $2::text, 'number', $3::integer))`,
          [['login', 'denied'][number % 2], `word${writer % 4}x${number % 7}`, number],
        );
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    const [counted] = await fresh.database.query(
      `select
           (select sum(entries) from (
             select entries from private.audit_counts union all select entries from private.audit_count_changes
           ) as counts)::integer as entries,
           (select count(*) from private.audit_counts)::integer > 0 as folded,
           (select count(*) - count(distinct skeleton) from private.audit_skeletons)::integer as twice`,
    );
    expect(counted).toEqual({ entries: WRITERS * ENTRIES_EACH, folded: true, twice: 0 });
  });
});
