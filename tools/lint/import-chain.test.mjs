import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseAst } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');
/** A change of the last file of a chain can affect each file before it. */
const LONGEST_CHAIN = 20;

/** @param {string[]} patterns @returns {string[]} */
const listFiles = (...patterns) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n');
/** @param {string} file */
const read = (file) => readFileSync(path.join(root, file), 'utf8');

const sources = new Set(
  listFiles('apps', 'libs', 'supabase').filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|\/(tests|testing)\//.test(file),
  ),
);
/** Our packages: the file of each entry, by the name that imports use. */
const entries = new Map(
  listFiles('libs/*/package.json', 'supabase/functions/_shared/contracts/package.json').flatMap(
    (file) => {
      const { name, exports = {} } = JSON.parse(read(file));
      const named = typeof exports === 'string' ? { '.': exports } : exports;
      return Object.entries(named).map(([entry, target]) => [
        path.posix.join(name, entry),
        path.posix.join(path.posix.dirname(file), target),
      ]);
    },
  ),
);

/** Returns the source that an import names, if it is ours. @param {string} file @param {string} name */
function resolve(file, name) {
  if (!name.startsWith('.')) return entries.get(name);
  const target = path.posix.join(path.posix.dirname(file), name);
  return ['', '.ts', '.tsx', '/index.ts']
    .map((ending) => target + ending)
    .find((candidate) => sources.has(candidate));
}

/** @type {Map<string, string[]>} */
const chains = new Map();
/** Returns the longest chain of static imports, of values and types, that starts with a file. @param {string} file */
function longestChain(file) {
  const known = chains.get(file);
  if (known) return known;
  // Ends at a cycle, which is a lint error.
  chains.set(file, [file]);
  /** @type {string[]} */
  let longest = [];
  for (const statement of parseAst(read(file), { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body) {
    const name = 'source' in statement ? statement.source?.value : undefined;
    const target = typeof name === 'string' ? resolve(file, name) : undefined;
    const chain = target === undefined ? [] : longestChain(target);
    if (chain.length > longest.length) longest = chain;
  }
  const chain = [file, ...longest];
  chains.set(file, chain);
  return chain;
}

test(`no chain of imports has more than ${LONGEST_CHAIN} files`, () => {
  const tooLong = [...sources].map(longestChain).filter(({ length }) => length > LONGEST_CHAIN);
  expect(tooLong).toEqual([]);
  // The rule would hold for files that it cannot resolve as well.
  expect(longestChain('apps/chat/src/remote/routes.tsx').length).toBeGreaterThan(10);
});
