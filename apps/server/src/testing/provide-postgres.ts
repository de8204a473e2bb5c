import { createPostgresCluster } from './postgres-cluster.ts';

/**
 * Gives the tests a PostgreSQL to create databases on: the one that HOMIE_TEST_POSTGRES_URL names, as a superuser, or an
 * embedded one. Set-up of vitest and of Playwright.
 * @returns how to stop it
 */
export default async function providePostgres(): Promise<() => Promise<void>> {
  if (process.env['HOMIE_TEST_POSTGRES_URL']) return async () => {};
  const cluster = await createPostgresCluster();
  process.env['HOMIE_TEST_POSTGRES_URL'] = cluster.url;
  return cluster.remove;
}
