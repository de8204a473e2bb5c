// Remembers which tests passed on which files, so that `npm test` does not repeat them.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {ReadonlyMap<string, string>} Files hash of the content by path, sorted */

/** @param {string} root @param {string[]} args */
const git = (root, ...args) =>
  execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/**
 * Returns the files of a working tree of git, or undefined if it is none.
 * @param {string} root
 * @returns {Files | undefined}
 */
export function readFiles(root) {
  try {
    const listed = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
    /** @type {Map<string, string>} */
    const files = new Map();
    for (const file of new Set(listed.split('\0').toSorted())) {
      // A file that was removed is still listed until the removal is committed.
      const content =
        file && existsSync(path.join(root, file)) && readFileSync(path.join(root, file));
      if (content) files.set(file, createHash('sha256').update(content).digest('hex'));
    }
    return files;
  } catch {
    return undefined;
  }
}

/** The subjects of the commits, which one test reads. @param {string} root */
export const readHead = (root) => git(root, 'rev-parse', 'HEAD').trim();

/**
 * Returns the files that differ from the branch `main`, committed or not, or undefined outside a working tree of git.
 * @param {string} root
 * @returns {string[] | undefined}
 */
export function readChanges(root) {
  /** @param {string[]} args */
  const lines = (...args) =>
    git(root, ...args)
      .split('\0')
      .filter(Boolean);
  const branch = ['origin/main', 'main', 'HEAD'].find((name) => {
    try {
      return git(root, 'rev-parse', '--verify', '--quiet', name);
    } catch {
      return false;
    }
  });
  if (branch === undefined) return undefined;
  const base = git(root, 'merge-base', 'HEAD', branch).trim();
  return [
    ...lines('diff', '-z', '--name-only', base),
    ...lines('ls-files', '-z', '--others', '--exclude-standard'),
  ];
}

/**
 * Returns a hash of these files and of what else a result depends on.
 * @param {Files} files
 * @param {(file: string) => boolean} isInput
 * @param {unknown} environment such as the browsers that were found
 */
export function hashInputs(files, isInput, environment) {
  const hash = createHash('sha256').update(JSON.stringify([process.version, environment]));
  for (const [file, content] of files) if (isInput(file)) hash.update(`${file}\0${content}\0`);
  return hash.digest('hex');
}

/**
 * Returns the memory of a working tree.
 * @param {string} root
 */
export function openMemory(root) {
  const store = path.join(root, 'node_modules/.homie-passed.json');
  /** @type {Record<string, { files: string, passed: number }>} */
  let known = {};
  try {
    known = JSON.parse(readFileSync(store, 'utf8'));
  } catch {
    // There is none yet, or a process was killed while it wrote it.
  }
  return {
    /**
     * Returns how many tests passed with this hash, or undefined.
     * @param {string} tests
     * @param {string} files hash
     */
    find(tests, files) {
      const found = known[tests];
      return found?.files === files ? found.passed : undefined;
    },
    /**
     * Stores that tests passed.
     * @param {string} tests
     * @param {string} files hash
     * @param {number} passed number of tests
     */
    store(tests, files, passed) {
      known[tests] = { files, passed };
      mkdirSync(path.dirname(store), { recursive: true });
      writeFileSync(store, JSON.stringify(known));
    },
  };
}
