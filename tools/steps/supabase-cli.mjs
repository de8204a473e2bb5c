// Provides Supabase's command line, for the tests of the migrations and for deploying. It has 140 MB: `npm start` does
// without.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { aptInstall } from './apt.mjs';
import { root, run } from './run.mjs';

const VERSION = '3.1.0';
/** Next to the workspace's packages, by version: another version does not hide this one. */
const folder = path.join(root, `node_modules/.supabase-cli-${VERSION}`);
const program = path.join(folder, 'node_modules/.bin/supabase');

/** Settings that disable prompts, telemetry and the check for newer versions. */
export const SUPABASE_CLI_SETTINGS = {
  SUPABASE_TELEMETRY_DISABLED: '1',
  SUPABASE_NO_UPDATE_NOTIFIER: '1',
  DO_NOT_TRACK: '1',
};

/**
 * Installs the official command line unless it is there.
 * @returns {Promise<string>} path of the program
 */
export async function ensureSupabaseCli() {
  if (existsSync(program)) return program;
  const args = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { code, output } = await run('npm', ['install', ...args, `supabase@${VERSION}`], {
    quiet: true,
  });
  if (code !== 0 || !existsSync(program))
    throw new Error(`The Supabase command line ${VERSION} could not be installed:\n${output}`);
  return program;
}

/**
 * Provides psql and prove, which run the stories of the database as `supabase test db` does.
 * @returns {Promise<boolean>} whether both are there; otherwise those tests are skipped
 */
export async function ensureTapReader() {
  const hasBoth = () =>
    ['psql', 'prove'].every((name) => spawnSync(name, ['--version']).status === 0);
  if (!hasBoth()) await aptInstall('postgresql-client', 'perl');
  return hasBoth();
}
