import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commitProblem } from './commit-message.mjs';

const root = path.resolve(import.meta.dirname, '../..');
/** The last commit before the rule. */
const BEFORE = '223d3e827f87b415e0be9f29c5e92fab4c99bf2a';

test.each([
  'chat: retry failed uploads',
  'audit/export: add partial index for action filter',
  'ui: focus the dialog whose button was removed',
  "Merge branch 'main'",
])('accepts "%s"', (subject) => expect(commitProblem(subject)).toBeUndefined());

test.each([
  ['Nothing is awaited where requests are let go', 'form'],
  ['chat: retries failed uploads', 'imperative'],
  ['chat: fixed the upload', 'imperative'],
  ['chat: Retry failed uploads', 'form'],
  ['chat: retry failed uploads.', 'full stop'],
  [`chat: ${'retry '.repeat(14)}`, 'characters'],
])('refuses "%s"', (subject, problem) => expect(commitProblem(subject)).toContain(problem));

test('every commit since the rule has a subject of this form', () => {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  let range = `${BEFORE}..HEAD`;
  try {
    git('merge-base', '--is-ancestor', BEFORE, 'HEAD');
  } catch {
    range = '-1'; // A shallow clone does not have it.
  }
  const subjects = git('log', range, '--format=%s').trim().split('\n').filter(Boolean);
  const problems = subjects.flatMap((subject) => {
    const problem = commitProblem(subject);
    return problem ? [`"${subject}" ${problem}`] : [];
  });
  expect(problems).toEqual([]);
});
