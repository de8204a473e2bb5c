import { prepareDatabase } from '../../data/database/index.ts';
import { withDatabase } from '../with-database.ts';
import { readSettings } from '../../cli/settings/read-settings.ts';
import { manageUsers } from './manage-users.ts';
import { readUsersRequest } from './users-request.ts';

/**
 * The operator's command for accounts, on the database that the server with these settings has. Adding somebody sets a
 * new database up, without demo accounts: the first administrator can be there before the first start.
 * @param root of the repository
 * @returns what to say
 * @throws Error with a sentence for the operator
 */
export async function runUsers(
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
  commandLine: readonly string[],
): Promise<string> {
  const request = readUsersRequest(commandLine);
  const { backend } = readSettings(root, environment, []);
  const { migrationsDir, siteUrl = `http://localhost:${backend.port}` } = backend;
  const creates = request.action === 'add';
  const called = {
    command: 'npm run users',
    creates,
  };
  return withDatabase(backend, called, async (database) => {
    if (creates) await prepareDatabase(database, { migrationsDir, neverSeed: true });
    return manageUsers(database, request, siteUrl);
  });
}
