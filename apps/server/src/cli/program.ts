import { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { addAudit } from './commands/audit.ts';
import { addBackup } from './commands/backup.ts';
import { addMove } from './commands/move.ts';
import { addProfiles } from './commands/profiles.ts';
import { addSite } from './commands/site.ts';
import { addStart } from './commands/start.ts';
import { addUsers } from './commands/users.ts';

const HELP = `
In a checkout: npm run homie -- <command>. In the container: node apps/server/dist/homie.js <command>.
Settings are environment variables, the same for all commands: see docs/guides/operating.md.
Exit codes: 0 done, 1 failed, 2 the command line is not valid.`;

/**
 * Creates the command line program with the commands of the server. Errors are thrown; nothing ends the process.
 * @param context what the commands work with
 */
export function createProgram(context: CommandContext): Command {
  const program = new Command('homie')
    .description('Runs and manages Second Homie.')
    .addHelpText('after', HELP)
    .showHelpAfterError()
    .configureOutput({ writeErr: (text) => context.tell(text.trimEnd()) })
    .exitOverride();
  for (const add of [addStart, addBackup, addMove, addUsers, addProfiles, addAudit, addSite])
    add(program, context);
  return program;
}
