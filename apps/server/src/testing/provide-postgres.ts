import { createPostgresCluster } from './postgres-cluster.ts';
import { createRunFolder } from './run-folder.ts';

/**
 * Provides a PostgreSQL for test databases: the one in HOMIE_TEST_POSTGRES_URL, as a superuser, or an embedded one.
 * Set-up of vitest and of Playwright.
 * @returns a function that stops it
 */
export default async function providePostgres(): Promise<() => Promise<void>> {
  const remove = createRunFolder();
  if (!process.env['HOMIE_TEST_POSTGRES_URL']) {
    const cluster = await createPostgresCluster();
    process.env['HOMIE_TEST_POSTGRES_URL'] = cluster.url;
  }
  return remove;
}
