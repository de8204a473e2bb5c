import { withDatabase } from '../with-database.ts';
import { readSettings } from '../../cli/settings/read-settings.ts';
import { carryOut } from './carry-out.ts';
import { readProfileRequest } from './profile-request.ts';

/**
 * The operator's command for profiles, on the database that the server with these settings has.
 * @param root of the repository
 * @returns what to say
 * @throws Error with a sentence for the operator
 */
export async function changeProfiles(
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
  commandLine: readonly string[],
): Promise<string> {
  const request = await readProfileRequest(commandLine);
  const { backend } = readSettings(root, environment, []);
  const called = {
    command: 'npm run profiles',
  };
  return withDatabase(backend, called, (database) => carryOut(database, request));
}
