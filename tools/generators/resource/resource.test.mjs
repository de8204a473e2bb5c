import { spawnSync } from 'node:child_process';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FsTree } from 'nx/src/generators/tree.js';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../steps/run.mjs';
import resource from './generator.mjs';
import { deriveNames } from './names.mjs';

/** The sources that the admin area is type-checked with. */
const SOURCES = [
  'tsconfig.base.json',
  'libs',
  'apps/admin',
  'supabase/functions/_shared/contracts',
];

/** Runs the generator and returns the written texts, by file. @param {{ name: string, plural?: string }} options */
async function generate(options) {
  const tree = new FsTree(root, false);
  await resource(tree, options);
  return new Map(tree.listChanges().map(({ path: file, content }) => [file, String(content)]));
}

/** Copies the sources into a separate folder, next to the installed packages. */
function copyWorkspace() {
  const copy = mkdtempSync(path.join(realpathSync(tmpdir()), 'homie-resource-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const source of SOURCES) {
    cpSync(path.join(root, source), path.join(copy, source), {
      recursive: true,
      filter: (file) => !/[/\\](node_modules|dist|dist-types|[^/\\]*\.tsbuildinfo)$/.test(file),
    });
  }
  const [packages, installed] = [path.join(copy, 'node_modules'), path.join(root, 'node_modules')];
  mkdirSync(path.join(packages, '@homie'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@homie') symlinkSync(path.join(installed, name), path.join(packages, name));
  }
  for (const name of readdirSync(path.join(installed, '@homie'))) {
    const link = path.join(installed, '@homie', name);
    if (!lstatSync(link).isSymbolicLink()) continue;
    const folder = path.relative(root, realpathSync(link));
    symlinkSync(path.join(copy, folder), path.join(packages, '@homie', name));
  }
  return copy;
}

test('a resource gets contract, endpoints, list and dialogs, and a tab of the admin area', async () => {
  const files = await generate({ name: 'day-program' });
  expect([...files.keys()].sort()).toEqual([
    'apps/admin/src/features/day-programs/day-program-dialogs.tsx',
    'apps/admin/src/features/day-programs/day-program.ts',
    'apps/admin/src/features/day-programs/day-programs-screen.tsx',
    'apps/admin/src/remote/contributions.json',
    'apps/admin/src/sections/section-screens.ts',
    'libs/api-client/src/administration/day-programs/day-program-data.ts',
    'libs/api-client/src/administration/index.ts',
    'libs/api-client/src/index.ts',
    'supabase/functions/_shared/contracts/admin.ts',
    'supabase/functions/_shared/contracts/day-programs.ts',
    'supabase/functions/_shared/contracts/index.ts',
  ]);
  expect(JSON.parse(files.get('apps/admin/src/remote/contributions.json') ?? '')).toMatchObject({
    adminSections: expect.arrayContaining([
      { id: 'day-programs', label: 'Day programs', path: '/admin/day-programs' },
    ]),
  });
  for (const text of files.values()) expect(text).not.toMatch(/<%|__/);
});

/** Adds the table of the resource to the types of the database, as `supabase gen types` does. @param {string} copy */
function addTable(copy) {
  const file = path.join(copy, 'supabase/functions/_shared/contracts/database.types.ts');
  const row = '{ id: string; name: string; created_at: string; updated_at: string }';
  const table = `Row: ${row}; ComputedFields: never; Insert: Partial<${row}>; Update: Partial<${row}>; Relationships: []`;
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('Tables: {', `Tables: { day_programs: { ${table} };`));
}

test('the admin area with the new resource and its table has no type errors', async () => {
  const copy = copyWorkspace();
  for (const [file, text] of await generate({ name: 'day-program' })) {
    mkdirSync(path.join(copy, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(copy, file), text);
  }
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const check = () =>
    spawnSync(process.execPath, [compiler, '-b', 'apps/admin'], { cwd: copy, encoding: 'utf8' })
      .stdout;
  expect(check()).toContain('"day_programs"');
  addTable(copy);
  expect(check()).toBe('');

  // The check reads the new files.
  const screen = path.join(copy, 'apps/admin/src/features/day-programs/day-programs-screen.tsx');
  writeFileSync(
    screen,
    "import { DayProgramsScreen } from '.';\nexport const one: 1 = DayProgramsScreen;\n",
  );
  expect(check()).toContain('day-programs-screen.tsx');
});

test.each([
  [{ name: 'Houses' }, 'lower-case'],
  [{ name: 'house_rule' }, 'lower-case'],
  [{ name: '../house' }, 'lower-case'],
  [{ name: 'h'.repeat(33) }, '32 characters'],
  [{ name: 'sheep', plural: 'sheep' }, 'different nouns'],
  [{ name: 'user' }, 'taken'],
])('%o is refused: %s', async (options, words) => {
  await expect(generate(options)).rejects.toThrow(words);
});

test('derives the forms of a name for files, tables, text and code', () => {
  expect(deriveNames('child-of', 'children-of')).toEqual({
    name: 'child-of',
    plural: 'children-of',
    table: 'children_of',
    one: 'child of',
    many: 'children of',
    title: 'Children of',
    One: 'ChildOf',
    Many: 'ChildrenOf',
    camel: 'childOf',
  });
});
