import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import postgres from 'postgres';
import { openDatabase, prepareDatabase, type PrepareOptions } from '../database/index.ts';

/**
 * What a test's database holds before the test begins. The migrations run once from nothing, the tests get copies:
 * `supabase/tests/database` has those that are about the migrations themselves.
 */
export type Preparation = Pick<PrepareOptions, 'migrationsDir' | 'seedDir' | 'hostedPrivileges'>;

/** Any number, the same in every process. */
const TEMPLATE_LOCK = 7_466_644;

const images = new Map<string, Promise<Blob>>();
const templates = new Map<string, Promise<string>>();

/** The files of a prepared PGlite, for `openDatabase`: a process makes them once. */
export function preparedImage(preparation: Preparation): Promise<Blob> {
  return remembered(images, JSON.stringify(preparation), () => makeImage(preparation));
}

/**
 * A prepared database on a server, to create others from. Whichever process needs it first makes it; it is named by
 * what it was made from and stays on the server.
 * @param serverUrl of a superuser
 * @returns its name
 */
export function preparedTemplate(serverUrl: string, preparation: Preparation): Promise<string> {
  const key = JSON.stringify([serverUrl, preparation]);
  return remembered(templates, key, () => makeTemplate(serverUrl, preparation));
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>) {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

async function makeImage(preparation: Preparation): Promise<Blob> {
  const database = await openDatabase();
  try {
    await prepareDatabase(database, preparation);
    const { driver } = database.connection;
    if (!(driver instanceof PGlite)) throw new TypeError('an embedded database was expected');
    // Without the log of how it was made, a third of the files.
    await driver.exec('set wal_recycle = off; select pg_switch_wal(); checkpoint');
    return await driver.dumpDataDir('none');
  } finally {
    await database.close();
  }
}

async function makeTemplate(serverUrl: string, preparation: Preparation): Promise<string> {
  const name = `homie_template_${await digestOf(preparation)}`;
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
    await prepareDatabase(database, preparation).finally(database.close);
    await server.unsafe(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    // Gives the lock back.
    await server.end();
  }
}

async function digestOf({
  migrationsDir,
  seedDir,
  hostedPrivileges = false,
}: Preparation): Promise<string> {
  const hash = createHash('sha256').update(String(hostedPrivileges));
  for (const folder of [migrationsDir, seedDir].filter((each) => each !== undefined)) {
    for (const file of (await readdir(folder)).sort())
      hash.update(`\n-- ${file}\n`).update(await readFile(join(folder, file)));
  }
  return hash.digest('hex').slice(0, 32);
}
