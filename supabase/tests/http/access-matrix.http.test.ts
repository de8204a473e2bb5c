import { sampleOf } from '@homie/server/testing';
import { describe, expect, test } from 'vitest';
import { accessMatrix } from './access-matrix.ts';
import { observe } from './observe.ts';
import { parseMatrix } from './parse-matrix.ts';
import { records } from './records.ts';
import { inOwnWorld, world } from './world.ts';

inOwnWorld();

// All records are tested without HTTP in ../database.
const lines = parseMatrix(accessMatrix).filter(({ recordName }) =>
  sampleOf(['roles', 'participants'].includes(recordName), true),
);

describe('PERM-01 PERM-07 DOCS-01 DOCS-18 access to tables over HTTP', () => {
  for (const { recordName, operation, outcomes } of lines) {
    const record = records[recordName];
    if (!record) throw new Error(`The matrix names an unknown record: ${recordName}`);
    test.each(outcomes)(`${recordName}: ${operation} by %s is %s`, async (actor, outcome) => {
      expect(await observe(world, record, operation, actor)).toBe(outcome);
    });
  }
});
