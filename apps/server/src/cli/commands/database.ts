import { checkDatabase } from '../../data/database/index.ts';
import { withDatabase } from '../../operations/with-database.ts';
import { examples, type DefineCommand } from '../command-context.ts';
import { readSettings } from '../settings/read-settings.ts';

/** Defines `homie database check`: privileges, version and connections of the database of these settings. */
export const defineDatabase: DefineCommand = (command, { root, environment, print }) => {
  command.addHelpText('after', examples('database check'));
  command
    .command('check')
    .description('check version, privileges and connections, and print how to correct them')
    .action(async () => {
      const { backend } = readSettings(root, environment);
      const { errors, warnings, notes } = await withDatabase(
        backend,
        { command: 'database check' },
        checkDatabase,
      );
      const lines = [
        ...errors.map((text) => `ERROR   ${text}`),
        ...warnings.map((text) => `WARNING ${text}`),
        ...notes.map((text) => `NOTE    ${text}`),
      ];
      print(
        lines.length > 0 ? lines.join('\n') : 'The database has everything that the server needs.',
      );
      if (errors.length > 0) throw new Error('The server cannot use this database.');
    });
};
