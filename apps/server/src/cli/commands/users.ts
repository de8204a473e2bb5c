import { Argument, Option } from 'commander';
import { roleNameSchema, type RoleName } from '@homie/contracts';
import { prepareDatabase } from '../../data/database/index.ts';
import { checkpointFile, storeStartCheckpoint } from '../../data/secrets/checkpoint-file.ts';
import { emailAddress } from '../../gateways/auth/email-address.ts';
import { readSigningKey } from '../../operations/audit/audit-keys.ts';
import {
  describeUser,
  listUsers,
  manageUsers,
  type UsersChange,
} from '../../operations/users/manage-users.ts';
import { withDatabase } from '../../operations/with-database.ts';
import { argumentParser, examples, jsonOption, type DefineCommand } from '../command-context.ts';
import { readSettings } from '../settings/read-settings.ts';

const ROLES = roleNameSchema.options;
const COMMAND = 'homie users';

/** Defines `homie users …`: accounts, in the database of the server with these settings. */
export const defineUsers: DefineCommand = (users, { root, environment, print }) => {
  users.addHelpText(
    'after',
    examples(
      'users list --json',
      'users add first.admin@homie.example --admin',
      'users role worker@homie.example office',
    ),
  );

  async function change(request: UsersChange): Promise<void> {
    const { backend } = readSettings(root, environment);
    const { migrationsDir, siteUrl = `http://localhost:${backend.port}` } = backend;
    // The first administrator can be added before the first start. No demo accounts are added then.
    const creates = request.action === 'add';
    const onNew = async () =>
      storeStartCheckpoint(checkpointFile(backend.dataDir), await readSigningKey(backend));
    const result = await withDatabase(backend, { command: COMMAND, creates }, async (database) => {
      if (creates) await prepareDatabase(database, { migrationsDir, neverSeed: true, onNew });
      return manageUsers(database, request, siteUrl);
    });
    print(result);
  }

  users
    .command('list')
    .description('list accounts')
    .addOption(jsonOption())
    .action(async ({ json }: { json?: boolean }) => {
      const { backend } = readSettings(root, environment);
      const found = await withDatabase(backend, { command: COMMAND }, listUsers);
      if (json) print(JSON.stringify(found, null, 2));
      else print(found.map(describeUser).join('\n') || 'There are no accounts');
    });
  users
    .command('add')
    .description('add an account and print a link to set its password')
    .addArgument(email())
    .addOption(new Option('--admin', 'short for --role admin').conflicts('role'))
    .addOption(new Option('--role <role>', 'role of the account').choices(ROLES))
    .action((address: string, { admin, role }: { admin?: boolean; role?: RoleName }) =>
      change({ action: 'add', email: address, role: admin ? 'admin' : (role ?? 'support_worker') }),
    );
  users
    .command('role')
    .description('change the role of an account')
    .addArgument(email())
    .addArgument(new Argument('<role>').choices(ROLES))
    .action((address: string, role: RoleName) => change({ action: 'role', email: address, role }));
  users
    .command('disable')
    .description('end all sessions of an account and refuse new ones')
    .addArgument(email())
    .action((address: string) => change({ action: 'disable', email: address }));
  users
    .command('enable')
    .description('accept a disabled account again')
    .addArgument(email())
    .action((address: string) => change({ action: 'enable', email: address }));
  users
    .command('reset')
    .description('print a link to set a new password, valid for an hour')
    .addArgument(email())
    .action((address: string) => change({ action: 'reset', email: address }));
};

function email(): Argument {
  return new Argument('<email>').argParser(
    argumentParser((text) => {
      const address = emailAddress(text);
      if (address === undefined) throw new Error(`${text} is no email address.`);
      return address;
    }),
  );
}
