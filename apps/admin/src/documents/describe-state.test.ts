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
  expect(describeState({ versions: [failed, first] })).toEqual({
    badge: { text: 'Not read', tone: 'danger' },
    lines: ['plan.pdf could not be read.', 'Version 1 is still used.'],
  });
  expect(describeState({ versions: [{ ...failed }] }).lines).toEqual([
    'plan.pdf could not be read.',
  ]);
  const again = { ...version, status: 'reading' as const, progress: 30 };
  expect(describeState({ versions: [again] })).toEqual({
    badge: { text: 'Reading 30%', tone: 'info' },
    lines: ['The text read before is still used.'],
  });
  const remarks = ['Only the first 200 pages of plan.pdf were read.'];
  expect(describeState({ versions: [{ ...version, remarks }] })).toEqual({ lines: remarks });
});
