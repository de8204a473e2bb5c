import type { AuditProblem } from '@homie/contracts';
import { expect, test } from 'vitest';
import {
  describeExtent,
  describeLimits,
  describeProblem,
  describeProof,
  hasEntry,
  describeOutcome,
  type Findings,
} from './describe-verification';

const intact: Findings = {
  links: 12_345,
  purged: 0,
  problem: null,
  checkpoint: {
    seq: 12_000,
    madeAt: '2026-11-21T10:00:00Z',
    keyId: '0123456789abcdef',
    outsideDatabase: true,
  },
  range: null,
};
const ID = '4d1f3c1e-0000-4000-8000-00000000000a';

test('every problem has a message with its position', () => {
  const codes = [
    'link_missing',
    'link_changed',
    'entry_missing',
    'entry_changed',
    'end_missing',
    'checkpoint_beyond_end',
    'checkpoint_differs',
    'checkpoint_missing',
  ] as const;
  for (const code of codes) {
    expect(describeProblem({ code, seq: 1234, entryId: ID })).toMatch(/1,234.*\.$/);
  }
  expect(describeProblem({ code: 'entry_unlinked', seq: null, entryId: ID })).toMatch(
    /not in the chain/,
  );
  expect(describeProblem({ code: 'checkpoint_file_missing', seq: null, entryId: null })).toMatch(
    /own copy of the last checkpoint is missing/,
  );
});

test('an existing entry can be opened', () => {
  const problem: AuditProblem = { code: 'entry_changed', seq: 1, entryId: ID };
  expect(hasEntry(problem)).toBe(true);
  expect(hasEntry({ ...problem, code: 'entry_missing' })).toBe(false);
  expect(hasEntry({ ...problem, code: 'link_missing', entryId: null })).toBe(false);
});

test('describes the number of verified entries and of purged ones', () => {
  expect(describeExtent(intact)).toBe('12,345 entries were checked.');
  expect(describeExtent({ ...intact, links: 1 })).toBe('1 entry was checked.');
  expect(describeExtent({ ...intact, purged: 40 })).toContain('40 of them were purged');
});

test('the result claims only what the checkpoint proves: its range, and who could still forge the log', () => {
  expect(describeProof(intact).join(' ')).toContain('Nothing up to entry 12,000');
  expect(describeLimits(intact)[0]).toContain('The newest 345 entries are not covered');
  expect(describeLimits(intact).join(' ')).toContain(
    "owner of both the database and the server's data folder",
  );
  const inDatabase = {
    ...intact,
    checkpoint: intact.checkpoint && { ...intact.checkpoint, outsideDatabase: false },
  };
  expect(describeProof(inDatabase).join(' ')).not.toMatch(/cut off|outside/);
  expect(describeLimits(inDatabase).join(' ')).toContain(
    'The owner of the database could remove entries together with their checkpoints',
  );
  const unsigned = { ...intact, checkpoint: null };
  expect(describeProof(unsigned).join(' ')).toContain('no checkpoint to compare with yet');
  expect(describeLimits(unsigned)[0]).toContain('No entry is covered');
  const upToDate = {
    ...intact,
    checkpoint: intact.checkpoint && { ...intact.checkpoint, seq: 12_345 },
  };
  expect(describeLimits(upToDate)).toHaveLength(3);
});

test('a range describes what it covers, and that other entries were not verified', () => {
  const part: Findings = { ...intact, links: 40, range: { first: 101, last: 140 } };
  expect(describeOutcome(part)).toBe('The chain is intact in this range');
  expect(describeProof(part).join(' ')).toContain('From link 101 to 140');
  expect(describeLimits(part).join(' ')).toContain('Entries before and after were not checked');
  const none: Findings = { ...intact, links: 0, range: { first: 0, last: 0 } };
  expect(describeProof(none)).toEqual(['The log has no entries for this time.']);
});
