import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { openDatabase, prepareDatabase, type PrepareOptions } from '../data/database/index.ts';

/**
 * Initial contents of a test's database. The migrations run once from scratch, the tests get copies: tests of the
 * migrations themselves are in `supabase/tests/database`.
 */
export type Preparation = Pick<PrepareOptions, 'migrationsDir' | 'seedDir' | 'hostedPrivileges'>;

/** Any number, the same in every process. */
export const TEMPLATE_LOCK = 7_466_644;

const templates = new Map<string, Promise<string>>();

/**
 * Returns a prepared database on a server, the template of others. The first process that needs it creates it; its name
 * is derived from its sources, and it stays on the server.
 * @param serverUrl of a superuser
 * @returns its name
 */
export function preparedTemplate(serverUrl: string, preparation: Preparation): Promise<string> {
  const key = JSON.stringify([serverUrl, preparation]);
  const found = templates.get(key) ?? makeTemplate(serverUrl, preparation);
  templates.set(key, found);
  return found;
}

async function makeTemplate(serverUrl: string, preparation: Preparation): Promise<string> {
  const mutation = await readMutation();
  const name = `homie_template_${await hashPreparation(preparation, mutation)}`;
  const server = postgres(serverUrl, { max: 1, onnotice: () => {} });
  try {
    await server`select pg_advisory_lock(${TEMPLATE_LOCK})`;
    const [there] = await server`select 1 from pg_database where datname = ${name}`;
    if (there) return name;
    const unfinished = `${name}_unfinished`;
    await server.unsafe(`drop database if exists ${unfinished} with (force)`);
    await server.unsafe(`create database ${unfinished}`);
    const url = new URL(serverUrl);
    url.pathname = `/${unfinished}`;
    const database = await openDatabase({ databaseUrl: url.href });
    try {
      await prepareDatabase(database, preparation);
      await database.exec(mutation);
    } finally {
      await database.close();
    }
    await server.unsafe(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    // Releases the lock.
    await server.end();
  }
}

/**
 * Reads SQL that runs on each prepared database: `supabase/tests/mutants` removes one check of the database with it.
 */
async function readMutation(): Promise<string> {
  const file = process.env['HOMIE_TEST_MUTATION'];
  return file === undefined ? '' : readFile(file, 'utf8');
}

async function hashPreparation(
  { migrationsDir, seedDir, hostedPrivileges = false }: Preparation,
  mutation: string,
): Promise<string> {
  const hash = createHash('sha256').update(String(hostedPrivileges)).update(mutation);
  for (const folder of [migrationsDir, seedDir].filter((each) => each !== undefined)) {
    for (const file of (await readdir(folder)).sort())
      hash.update(`\n-- ${file}\n`).update(await readFile(join(folder, file)));
  }
  return hash.digest('hex').slice(0, 32);
}
