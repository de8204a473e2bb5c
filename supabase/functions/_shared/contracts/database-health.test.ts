import { expect, test } from 'vitest';
import { findDatabaseProblems } from './database-health.ts';

const healthy = { read_only: false, most: 100, free: 60, missing: [], outdated: [] };

test('OPS-07 a database that has what the server needs has no problem', () => {
  expect(findDatabaseProblems(healthy)).toEqual([]);
});

test.each([
  [{ read_only: true }, /^The database accepts no changes.*Set DATABASE_URL to the primary\.$/],
  [{ free: 9 }, /^PostgreSQL has 9 of 100 connections left\. Raise max_connections/],
  [{ most: 20, free: 4 }, /^PostgreSQL has 4 of 20 connections left/],
  [{ missing: ['pg_trgm'] }, /^The extension pg_trgm is missing.*create extension pg_trgm/],
  [{ outdated: ['pg_trgm'] }, /older than PostgreSQL.*alter extension pg_trgm update;$/],
])('OPS-07 %j is a problem with a remedy', (state, problem) => {
  expect(findDatabaseProblems({ ...healthy, ...state })).toEqual([expect.stringMatching(problem)]);
});
