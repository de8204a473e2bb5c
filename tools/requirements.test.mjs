import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const text = readFileSync(path.join(root, 'docs/requirements.md'), 'utf8');
const rows = [...text.matchAll(/^\| ([A-Z]+-\d+) +\|.*\|([^|]+)\|$/gm)].map(
  ([, number = '', tests = '']) => ({
    number,
    files: [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }),
);
const tests = execFileSync('git', ['ls-files', '*.test.*', '*.spec.ts', '*.journeys.ts'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');

test('requirements have different numbers', () => {
  expect(rows.length).toBeGreaterThan(30);
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
});

test.each(rows)('$number is named in each of its tests', ({ number, files }) => {
  expect(files).not.toEqual([]);
  const found = files.map((file) => ({
    file,
    isNamed: tests.some(
      (each) =>
        (each === file || each.endsWith(`/${file}`)) &&
        readFileSync(path.join(root, each), 'utf8').includes(number),
    ),
  }));
  expect(found.filter(({ isNamed }) => !isNamed)).toEqual([]);
});
