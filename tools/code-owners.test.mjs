import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FsTree } from 'nx/src/generators/tree.js';
import { expect, test } from 'vitest';
import remote from './generators/remote/generator.mjs';
import { root } from './steps/run.mjs';

const rules = readFileSync(path.join(root, '.github/CODEOWNERS'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [pattern = '', ...owners] = line.split(/\s+/);
    return { pattern, owners };
  });

/** Folders inside a folder, as CODEOWNERS names them. @param {string} folder */
const foldersIn = (folder) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `/${folder}/${name}/`);

test('each app, each library and the database have their own owner', () => {
  const owned = rules.map(({ pattern }) => pattern);
  expect(owned).toEqual(
    expect.arrayContaining([...foldersIn('apps'), ...foldersIn('libs'), '/supabase/']),
  );
});

test('everything else has a default owner', () => {
  expect(rules[0]?.pattern).toBe('*');
});

test('each rule names an existing folder once and at least one team', () => {
  const patterns = rules.map(({ pattern }) => pattern);
  expect(new Set(patterns).size).toBe(patterns.length);
  const missing = patterns.slice(1).filter((pattern) => !existsSync(path.join(root, pattern)));
  expect(missing).toEqual([]);
  const withoutTeam = rules.filter(
    ({ owners }) =>
      owners.length === 0 || !owners.every((owner) => /^@[\w-]+\/[\w-]+$/.test(owner)),
  );
  expect(withoutTeam).toEqual([]);
});

test('a generated remote is owned by its team', async () => {
  const tree = new FsTree(root, false);
  await remote(tree, { name: 'billing' });
  expect(tree.read('.github/CODEOWNERS', 'utf-8')).toContain(
    '\n/apps/billing/ @second-homie/billing\n',
  );
});
