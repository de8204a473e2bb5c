import type { Queryable } from '@homie/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessMatrix } from '../http/access-matrix.ts';
import { observe } from '../http/observe.ts';
import { parseMatrix } from '../http/parse-matrix.ts';
import { records } from '../http/records.ts';
import type { MatrixWorld } from '../http/world.ts';
import { createSqlWorld } from './sql-world.ts';
import { createTestDatabase, type TestDatabase } from './test-databases.ts';

class RolledBack extends Error {}

describe('PERM-01 PERM-07 DOCS-01 DOCS-18 access to tables', () => {
  let fresh: TestDatabase;
  let current: Queryable;
  let world: MatrixWorld;
  beforeAll(async () => {
    fresh = await createTestDatabase({ seeded: true });
    current = fresh.database;
    world = await createSqlWorld(() => current);
  });
  afterAll(() => fresh.remove());

  for (const { recordName, operation, outcomes } of parseMatrix(accessMatrix)) {
    const record = records[recordName];
    if (!record) throw new Error(`The matrix names an unknown record: ${recordName}`);
    test(`${recordName}: ${operation}`, async () => {
      const observed: typeof outcomes = [];
      for (const [actor] of outcomes) {
        const attempt = fresh.database.transaction(async (transaction) => {
          current = transaction;
          observed.push([actor, (await observe(world, record, operation, actor)) as never]);
          throw new RolledBack();
        });
        await expect(attempt).rejects.toThrow(RolledBack);
      }
      expect(observed).toEqual(outcomes);
    });
  }
});
