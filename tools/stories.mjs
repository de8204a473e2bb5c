// `node tools/stories.mjs`: writes the stories of the database as files that print TAP, for `supabase test db`.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './steps/run.mjs';

const TEST_LINE = /^-- test: (.+)$/m;
const source = path.join(root, 'supabase/tests/database');

/** @typedef {{ title: string, sql: string }} StoryTest */
/** @typedef {{ setup: string, tests: StoryTest[] }} Story `sql` of a test runs after the setup */

/**
 * Reads a story: SQL in which a line `-- test: title` starts each test. The SQL before the first one is the setup of
 * all tests.
 * @param {string} file
 * @returns {Promise<Story>}
 * @throws if there is no test in the file
 */
export async function readStory(file) {
  const [setup = '', ...parts] = (await readFile(file, 'utf8')).split(TEST_LINE);
  /** @type {StoryTest[]} */
  const tests = [];
  for (let index = 0; index + 1 < parts.length; index += 2)
    tests.push({ title: parts[index] ?? '', sql: parts[index + 1] ?? '' });
  if (tests.length === 0) throw new Error(`${file} has no line '-- test: title'`);
  return { setup, tests };
}

/** SQL about tables that only our own server has, or that belong to the platform in a Supabase project. */
const OWN_SERVER = /\bembedded\.|\b(alter|create) table auth\./;

/** @param {string} line */
const print = (line) => `select '${line.replaceAll("'", "''")}';`;

/**
 * Returns a script for psql. Each test starts after the setup, and nothing is committed; the first error ends the script.
 * @param {Story} story
 */
export function toTap({ setup, tests }) {
  const needsServer = OWN_SERVER.test(setup);
  const scripts = tests.map(({ title, sql }, index) => {
    const result = `ok ${index + 1} - ${title.replaceAll('#', '\\#')}`;
    return needsServer || OWN_SERVER.test(sql)
      ? print(`${result} # SKIP needs our own server`)
      : `${sql}\n${print(result)}\nrollback to setup;`;
  });
  const first = needsServer ? [] : [setup, 'savepoint setup;'];
  return ['begin;', print(`1..${tests.length}`), ...first, ...scripts, ''].join('\n');
}

/**
 * Writes all stories and, as the first file of each folder, their helpers: `stories` needs a database without rows,
 * `seeded` the demo data.
 * @param {string} target
 */
export async function writeTap(target) {
  await rm(target, { recursive: true, force: true });
  const helpers = await Promise.all(
    ['00-helpers.sql', '01-whole-schema.sql'].map((file) =>
      readFile(path.join(source, file), 'utf8'),
    ),
  );
  const install = [
    'drop schema if exists tests cascade;',
    ...helpers,
    print('1..1'),
    print('ok 1 - helpers'),
  ];
  for (const folder of ['stories', 'seeded']) {
    await mkdir(path.join(target, folder), { recursive: true });
    await writeFile(path.join(target, folder, '000-helpers.sql'), install.join('\n'));
    for (const file of await readdir(path.join(source, folder)))
      await writeFile(
        path.join(target, folder, file),
        toTap(await readStory(path.join(source, folder, file))),
      );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeTap(path.join(root, 'dist/tap'));
