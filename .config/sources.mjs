import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The file of a build with the hashes of its sources. */
export const SOURCES_FILE = 'sources.json';

/**
 * Returns git's hash of everything that a remote is built from, by path, as committed.
 * @param {string} name of the remote
 * @returns {Record<string, string> | undefined} undefined outside of git, or for a remote that is not committed yet
 */
export function readSources(name) {
  const paths = [`apps/${name}`, 'libs', 'supabase/functions', '.config', 'package-lock.json'];
  const { status, stdout } = spawnSync(
    'git',
    ['rev-parse', ...paths.map((path) => `HEAD:${path}`)],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  if (status !== 0) return undefined;
  const hashes = stdout.trim().split('\n');
  return Object.fromEntries(paths.map((path, index) => [path, hashes[index] ?? '']));
}
