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
