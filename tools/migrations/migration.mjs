// `homie migration`: makes migration files.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../steps/run.mjs';

/** Longest line of a list in a file, in characters. */
const LINE_LENGTH = 110;

/**
 * Lists the migration files in order.
 * @param {string} supabase path of the folder `supabase`
 */
const listFiles = (supabase) =>
  readdirSync(path.join(supabase, 'migrations'))
    .filter((file) => file.endsWith('.sql'))
    .sort();

/**
 * Returns the version of a new migration: now, but later than all others.
 * @param {readonly string[]} files names of the existing migrations, in order
 * @param {Date} now
 * @returns 14 digits, in UTC
 */
export function nextVersion(files, now) {
  const last = files.at(-1)?.slice(0, 14) ?? '';
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(last)?.map(Number) ?? [];
  const afterLast =
    year === undefined ? 0 : Date.UTC(year, (month ?? 1) - 1, day, hour, minute, (second ?? 0) + 1);
  return new Date(Math.max(now.getTime(), afterLast)).toISOString().replace(/\D/g, '').slice(0, 14);
}

/**
 * Creates a migration that is later than all others.
 * @param {string} name of the change, in the imperative: `add a column` or `add_a_column`
 * @param {string} supabase path of the folder `supabase`
 * @returns path of the file
 * @throws if the name has other characters than letters, digits, blanks and underscores
 */
export function createMigration(name, supabase = path.join(root, 'supabase')) {
  const words = name.trim().toLowerCase().replaceAll(/\s+/g, '_');
  if (!/^[a-z0-9_]+$/.test(words))
    throw new Error(`"${name}" is no name of a migration: use letters, digits and underscores`);
  const version = nextVersion(listFiles(supabase), new Date());
  const file = path.join(supabase, 'migrations', `${version}_${words}.sql`);
  writeFileSync(file, '-- Why. The same change belongs in supabase/schemas.\n', { flag: 'wx' });
  return file;
}

/**
 * Replaces all migrations by one that is made of the schemas. Its first lines list what it replaced, so that existing
 * databases and archives are adopted.
 * @param {string} supabase path of the folder `supabase`
 * @returns path of the file
 * @throws if a migration is not committed: databases that lack it could not be upgraded
 */
export function createBaseline(supabase = path.join(root, 'supabase')) {
  /** @param {...string} args */
  const git = (...args) => execFileSync('git', args, { cwd: supabase, encoding: 'utf8' }).trim();
  if (git('status', '--porcelain', '--', 'migrations', 'schemas') !== '')
    throw new Error('Commit all migrations and schemas first');
  const files = listFiles(supabase);
  const commit = git('rev-parse', '--short=12', 'HEAD');
  const now = new Date();
  const version = nextVersion([], now);
  const file = path.join(supabase, 'migrations', `${version}_baseline.sql`);
  const head = [
    `-- The files of supabase/schemas as of ${now.toISOString().slice(0, 10)}, in the order of config.toml. Read and change the database there;`,
    '-- a change also needs a migration of its own. This file is not edited: existing databases compare it with what they have.',
    '--',
    ...toLines(files.map((each) => each.slice(0, 14))).map((line) => `-- Replaces ${line}`),
    `-- Last commit before it: ${commit}`,
  ];
  const schemas = readSchemaPaths(supabase).map((each) =>
    readFileSync(path.join(supabase, each), 'utf8').trim(),
  );
  for (const each of files) rmSync(path.join(supabase, 'migrations', each));
  writeFileSync(file, `${[head.join('\n'), ...schemas].join('\n\n')}\n`);
  return file;
}

/**
 * Reads the files of `schema_paths` in `config.toml`, in order.
 * @param {string} supabase path of the folder `supabase`
 * @returns paths relative to `supabase`
 */
export function readSchemaPaths(supabase) {
  const config = readFileSync(path.join(supabase, 'config.toml'), 'utf8');
  const [, list = ''] = /^schema_paths = \[([^\]]*)\]/m.exec(config) ?? [];
  return Array.from(list.matchAll(/"\.\/([^"]+)"/g), ([, file = '']) => file);
}

/** @param {readonly string[]} words @returns lines of these words, separated by blanks */
function toLines(words) {
  /** @type {string[]} */
  const lines = [];
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && longer.length <= LINE_LENGTH) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}
