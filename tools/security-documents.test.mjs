import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'docs/security');
/** `file` › part of a title */
const NAMED = /`([^`|]+\.test\.\w+|[^`|]+\.spec\.ts)` › ([^|]+?) *\|/g;

const named = readdirSync(folder).flatMap((document) =>
  [...readFileSync(path.join(folder, document), 'utf8').matchAll(NAMED)].map(
    ([, file = '', title = '']) => ({ document, file, title }),
  ),
);

test('the documents name tests', () => {
  expect(named.length).toBeGreaterThan(15);
});

test.each(named)('$document: $file has the test "$title"', ({ file, title }) => {
  expect(readFileSync(path.join(root, file), 'utf8')).toContain(title);
});

test('the summary of the ASVS counts its rows', () => {
  const text = readFileSync(path.join(folder, 'asvs.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\|.*\| (.+?) +\|$/gm)].map(
    ([, id, evidence = '']) => ({ id, state: /^\*\*(.+?)\.\*\*/.exec(evidence)?.[1] ?? 'test' }),
  );
  const left = [...text.matchAll(/^Not applicable: .*$/gm)].flatMap(([line]) => [
    ...line.matchAll(/\d+\.\d+\.\d+/g),
  ]);
  /** @param {string} state */
  const count = (state) => rows.filter((row) => row.state === state).length;
  const stated = [...text.replace(/\n## .*/s, '').matchAll(/\| (\d+) +\|$/gm)].map(([, n]) =>
    Number(n),
  );
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(stated).toEqual([
    count('test'),
    count('No test'),
    count('Not met'),
    left.length,
    rows.length + left.length,
  ]);
});
