import { expect, test } from 'vitest';
import { describeState } from './describe-state';

const version = {
  id: '1',
  number: 2,
  name: 'plan.pdf',
  size: 1,
  status: 'ready' as const,
  progress: 100,
  problem: null,
  remarks: [],
  chunk_count: 3,
  indexed: null,
  is_searchable: true,
  created_at: '2026-11-25T00:00:00Z',
};
const first = { ...version, number: 1 };

test('DOCS-13 the state of a document says why it was not read, and which version is used until then', () => {
  const failed = {
    ...version,
    status: 'failed' as const,
    problem: 'plan.pdf could not be read.',
    is_searchable: false,
  };
  expect(describeState({ archived: false, versions: [failed, first] })).toEqual({
    badge: { text: 'Not read', tone: 'danger' },
    lines: ['plan.pdf could not be read.', 'Version 1 is still used.'],
  });
  expect(describeState({ archived: false, versions: [{ ...failed }] }).lines).toEqual([
    'plan.pdf could not be read.',
  ]);
  const again = { ...version, status: 'reading' as const, progress: 30 };
  expect(describeState({ archived: false, versions: [again] })).toEqual({
    badge: { text: 'Reading 30%', tone: 'info' },
    lines: ['The text read before is still used.'],
  });
  const remarks = ['Only the first 200 pages of plan.pdf were read.'];
  expect(describeState({ archived: false, versions: [{ ...version, remarks }] })).toEqual({
    lines: remarks,
  });
});

test('DOCS-21 the state of a document shows how much of it is indexed by meaning, unless it is archived', () => {
  const indexing = { versions: [{ ...version, indexed: 40 }], archived: false };
  expect(describeState(indexing)).toEqual({
    badge: { text: 'Indexing 40%', tone: 'info' },
    lines: [],
  });
  expect(describeState({ ...indexing, archived: true })).toEqual({ lines: [] });
});
