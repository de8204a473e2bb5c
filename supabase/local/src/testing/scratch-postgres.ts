import { randomUUID } from 'node:crypto';
import postgres from 'postgres';

/** A database of its own on a PostgreSQL server, for one test file. */
export interface ScratchDatabase {
  databaseUrl: string;
  /** Removes it, also while connections are open. */
  drop(): Promise<void>;
}

/**
 * Makes an empty database.
 * @param serverUrl of a superuser, e.g. the environment variable HOMIE_TEST_POSTGRES_URL
 */
export async function createScratchDatabase(serverUrl: string): Promise<ScratchDatabase> {
  const name = `homie_test_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
    try {
      await sql.unsafe(statement);
    } finally {
      await sql.end();
    }
  };
  await run(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { databaseUrl: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
}
