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
    const [place = '', ...owners] = line.split(/\s+/);
    return { place, owners };
  });

/** Folders inside a folder, as CODEOWNERS names them. @param {string} folder */
const foldersIn = (folder) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `/${folder}/${name}/`);

test('each app, each library and the database have their own owner', () => {
  const owned = rules.map(({ place }) => place);
  expect(owned).toEqual(
    expect.arrayContaining([...foldersIn('apps'), ...foldersIn('libs'), '/supabase/']),
  );
});

test('everything else has a default owner', () => {
  expect(rules[0]?.place).toBe('*');
});

test('each rule names an existing folder once and at least one team', () => {
  const places = rules.map(({ place }) => place);
  expect(new Set(places).size).toBe(places.length);
  const missing = places.slice(1).filter((place) => !existsSync(path.join(root, place)));
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
