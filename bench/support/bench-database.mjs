import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { startPostgres } from '../../tools/steps/postgres.mjs';

/**
 * Creates a database for a benchmark, on the server at `HOMIE_TEST_POSTGRES_URL` or on a new one.
 * @param {string} [stored] address of an existing database, which `drop` retains
 * @returns its address, and a function that removes what was created
 */
export async function createBenchDatabase(stored) {
  const given = stored ?? process.env.HOMIE_TEST_POSTGRES_URL;
  const cluster = given ? { url: given, stop: async () => {} } : await startPostgres();
  const admin = postgres(cluster.url, { max: 1, onnotice: () => {} });
  const name = `homie_bench_${randomUUID().replaceAll('-', '')}`;
  if (!stored) await admin.unsafe(`create database ${name}`);
  return {
    url: stored ?? Object.assign(new URL(cluster.url), { pathname: `/${name}` }).href,
    async drop() {
      if (!stored) await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
      await cluster.stop();
    },
  };
}
