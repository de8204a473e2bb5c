import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readProjects } from './projects.mjs';
import { root } from './run.mjs';

const projects = readProjects(root);

test.each([
  ['apps/admin', 'apps/admin/src/a.ts', true],
  ['apps/admin', 'libs/store/src/a.ts', true],
  ['apps/admin', 'supabase/functions/_shared/contracts/a.ts', true],
  ['apps/admin', 'package-lock.json', true],
  ['apps/admin', 'apps/chat/src/a.ts', false],
  ['apps/admin', 'supabase/migrations/a.sql', false],
  ['apps/admin', 'docs/a.md', false],
  ['libs/ui', 'apps/admin/src/a.ts', false],
  ['supabase/tests', 'supabase/migrations/a.sql', true],
  ['supabase/tests', 'apps/server/src/a.ts', true],
  ['supabase/tests', 'apps/admin/src/a.ts', false],
  ['supabase/functions/tests', 'apps/chat/src/a.ts', false],
  ['supabase/functions/tests', 'apps/chat/src/platform/suggested-questions.ts', true],
])('whether tests of %s depend on %s: %s', (project, file, isRead) => {
  expect(projects.reads(project)(file)).toBe(isRead);
});

test('a file is in the project with the longest folder', () => {
  expect(projects.projectOf('supabase/functions/tests/a.http.test.ts')).toBe(
    'supabase/functions/tests',
  );
  expect(projects.projectOf('supabase/config.toml')).toBe('supabase');
  expect(projects.projectOf('README.md')).toBeUndefined();
});

test('the tests of the functions import only one file of the chat, which depends on no other', () => {
  const folder = path.join(root, 'supabase/functions/tests');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const imported = names
    .filter((name) => name.endsWith('.ts'))
    .flatMap(
      (name) => readFileSync(path.join(folder, name), 'utf8').match(/apps\/chat\/.*?(?=')/g) ?? [],
    );
  expect([...new Set(imported)]).toEqual(['apps/chat/src/platform/suggested-questions.ts']);
  expect(readFileSync(path.join(root, imported[0] ?? ''), 'utf8')).not.toContain("from '.");
});
