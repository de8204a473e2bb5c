import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps/run.mjs';

/** @typedef {{ file: string, crosses: boolean }} Step */

/** @param {string} file */
const read = (file) => readFileSync(path.join(root, file), 'utf8');
/** @param {string} file */
const isFile = (file) =>
  existsSync(path.join(root, file)) && statSync(path.join(root, file)).isFile();

const PACKAGES = [
  ...readdirSync(path.join(root, 'libs')).map((name) => `libs/${name}`),
  'supabase/functions/_shared/contracts',
];
/** Entry files of our packages, by the name that imports use. */
const entries = new Map(
  PACKAGES.flatMap((folder) => {
    const { name, exports = {} } = JSON.parse(read(`${folder}/package.json`));
    /** @type {[key: string, file: string][]} */
    const listed = Object.entries(typeof exports === 'string' ? { '.': exports } : exports);
    return listed.map(([key, file]) => [path.posix.join(name, key), path.posix.join(folder, file)]);
  }),
);

/** The file that an import of `source` in `file` loads; undefined outside of the workspace. @param {string} file @param {string} source */
function resolveImport(file, source) {
  if (!source.startsWith('.')) return entries.get(source);
  const target = path.posix.join(path.posix.dirname(file), source);
  return ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
    .map((end) => target + end)
    .find((candidate) => isFile(candidate));
}

/** Files that a file imports or exports from, lazily or not. @param {string} file */
function collectImports(file) {
  const sources = [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)];
  return sources.flatMap(([, source = '']) => resolveImport(file, source) ?? []);
}

/** A file that only collects exports, or an entry of a package. @param {string} file */
const isBarrel = (file) => /\/index\.tsx?$/.test(file);

/** Steps that no earlier step imports, directly or through one barrel, except the first and those that cross. @param {Step[]} steps */
function unreached(steps) {
  const reached = new Set();
  return steps.flatMap(({ file, crosses }, index) => {
    const isReached = index === 0 || crosses || reached.has(file);
    if (/\.tsx?$/.test(file))
      for (const imported of collectImports(file))
        for (const next of [imported, ...(isBarrel(imported) ? collectImports(imported) : [])])
          reached.add(next);
    return isReached ? [] : [file];
  });
}

/** Steps of a section of the document. @param {string} section @returns {Step[]} */
const stepsOf = (section) =>
  [...section.matchAll(/^\d+\. (⇢ [^:`]+: )?`([^`]+)`/gm)].map(([, crossing, file = '']) => ({
    file,
    crosses: crossing !== undefined,
  }));

/** Anchors of the headings of a document, as GitHub names them. @param {string} file */
const anchorsOf = (file) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

const document = read('ARCHITECTURE.md');
const walks = document
  .split(/^## /m)
  .filter((section) => section.startsWith('Five walks'))
  .flatMap((section) => section.split(/^### /m).slice(1))
  .map((section) => ({ title: section.split('\n', 1)[0], section, steps: stepsOf(section) }));

test('there are five walks, and each numbered line is a step', () => {
  expect(walks).toHaveLength(5);
  for (const { section, steps } of walks)
    expect(steps).toHaveLength([...section.matchAll(/^\d+\. /gm)].length);
});

test.each(walks)('$title: the files exist', ({ steps }) => {
  expect(steps.filter(({ file }) => !isFile(file))).toEqual([]);
});

test.each(walks)(
  '$title: each step is imported by an earlier one, or crosses a process',
  ({ steps }) => {
    expect(unreached(steps)).toEqual([]);
  },
);

test('a step that no earlier one imports is reported', () => {
  const [first, ...others] = walks[0]?.steps ?? [];
  const last = others.at(-1);
  expect(unreached([first, last].filter((step) => step !== undefined))).toEqual([last?.file]);
});

test('all files and folders that the document names exist', () => {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name.replaceAll('.', '\\.'));
  const pattern = new RegExp(`(?<![\\w/.-])(?:${folders.join('|')})/[\\w./-]*\\w`, 'g');
  const named = [...document.matchAll(pattern)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});

test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])(
  'the links of %s are valid',
  (file) => {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)];
    expect(links).not.toEqual([]);
    const broken = links.filter(([, target = '', anchor = '']) => {
      const linked = target || file;
      if (!existsSync(path.join(root, linked))) return true;
      return anchor !== '' && !anchorsOf(linked).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  },
);
