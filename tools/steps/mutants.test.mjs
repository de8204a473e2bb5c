import { expect, test } from 'vitest';
import { summarizeMutants } from './mutants.mjs';

/** @param {Record<string, string>} tests status by title */
const report = (tests) => ({
  testResults: [
    {
      assertionResults: Object.entries(tests).map(([title, status]) => ({ title, status })),
    },
  ],
});

test('a report lists the surviving mutants and counts only mutants', () => {
  const tests = {
    'no story fails without a mutation': 'passed',
    'policy users: read: without true': 'passed',
    'grant select on public.turns': 'failed',
    'function public.a: without check 1': 'skipped',
  };
  expect(summarizeMutants(report(tests))).toEqual({
    lines: ['survived: grant select on public.turns', '2 mutants, 1 killed, 1 survived'],
    ok: false,
  });
});

test('a run passes if every mutant was killed, and there was at least one', () => {
  expect(summarizeMutants(report({ 'grant select on public.turns': 'passed' })).ok).toBe(true);
  expect(summarizeMutants(report({})).ok).toBe(false);
});
