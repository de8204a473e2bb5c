import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { preparedTemplate, type Preparation } from './prepared-databases.ts';

/** A separate database on a PostgreSQL server, for one test file. */
export interface ScratchDatabase {
  databaseUrl: string;
  /** Drops it, even while connections are open. */
  drop(): Promise<void>;
}

/** Returns the address of the tests' PostgreSQL, as a superuser: see `providePostgres`. */
export function testPostgresUrl(): string {
  const url = process.env['HOMIE_TEST_POSTGRES_URL'];
  if (!url) throw new Error('HOMIE_TEST_POSTGRES_URL is not set');
  return url;
}

/**
 * Creates a database.
 * @param preparation its contents; empty by default
 * @param serverUrl of a superuser; the tests' PostgreSQL by default
 */
export async function createScratchDatabase(
  preparation?: Preparation,
  serverUrl = testPostgresUrl(),
): Promise<ScratchDatabase> {
  const template = preparation && (await preparedTemplate(serverUrl, preparation));
  const name = `homie_test_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
    try {
      await sql.unsafe(statement);
    } finally {
      await sql.end();
    }
  };
  // Copies the files of the template: the default writes every block of them to the log.
  const from = template === undefined ? '' : ` template ${template} strategy file_copy`;
  await run(`create database ${name}${from}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { databaseUrl: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
}
