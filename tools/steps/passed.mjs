// Remembers which checks passed on which files, so that `npm test` does not repeat them.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Folders that no test but those of the check `unit`, lint and format read. */
const UNREAD = ['bench/', 'docs/decisions/', '.changeset/'];
/** Folders that the tests of a check do not read, in addition. All other files count. @type {Record<string, string[]>} */
const UNREAD_BY = {
  database: ['e2e/'],
  http: ['e2e/'],
  postgres15: ['e2e/'],
  deno: ['e2e/'],
  browser: ['e2e/journeys/'],
  journeys: ['e2e/specs/'],
};

/**
 * Returns what a store contains: nothing if it does not exist, or if a process was killed while it wrote it.
 * @param {string} store path of the file
 * @returns {Record<string, { files: string, passed: number }>}
 */
function readStore(store) {
  try {
    return JSON.parse(readFileSync(store, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * The checks of a working tree that passed, and on which files. The tree must be one of git: without it nothing is
 * remembered.
 * @param {string} root folder of the working tree
 */
export function rememberPassed(root) {
  const store = path.join(root, 'node_modules/.homie-passed.json');
  const known = readStore(store);
  /** @param {string[]} args */
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

  return {
    /**
     * Returns a hash of all that the result of a check depends on, or undefined outside a working tree of git.
     * @param {string} check
     * @param {unknown} environment what else its result depends on, such as the browsers that were found
     */
    hash(check, environment) {
      try {
        const hash = createHash('sha256').update(JSON.stringify([process.version, environment]));
        // One check reads the subjects of the commits.
        if (check === 'unit') hash.update(git('rev-parse', 'HEAD'));
        const unread = UNREAD_BY[check] ? [...UNREAD, ...UNREAD_BY[check]] : [];
        const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split(
          '\0',
        );
        for (const file of new Set(files.toSorted())) {
          if (unread.some((folder) => file.startsWith(folder))) continue;
          // A file that was removed is still listed until the removal is committed.
          const content =
            file && existsSync(path.join(root, file)) && readFileSync(path.join(root, file));
          if (content) hash.update(`${file}\0${content.length}\0`).update(content);
        }
        return hash.digest('hex');
      } catch {
        return undefined;
      }
    },
    /**
     * Returns how many tests of a check passed on these files, or undefined if it did not pass on them.
     * @param {string} check
     * @param {string | undefined} files hash
     */
    find(check, files) {
      const found = known[check];
      return files !== undefined && found?.files === files ? found.passed : undefined;
    },
    /**
     * Stores that a check passed.
     * @param {string} check
     * @param {string | undefined} files hash
     * @param {number} passed number of tests
     */
    store(check, files, passed) {
      if (files === undefined) return;
      known[check] = { files, passed };
      mkdirSync(path.dirname(store), { recursive: true });
      writeFileSync(store, JSON.stringify(known));
    },
  };
}
