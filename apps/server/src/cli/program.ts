import { Command } from 'commander';
import type { CommandContext, DefineCommand } from './command-context.ts';

interface LazyCommand {
  name: string;
  description: string;
  /** Loads the code when the command runs: the server is most of it, and releases do not need it. */
  load: () => Promise<DefineCommand>;
}

const COMMANDS: readonly LazyCommand[] = [
  {
    name: 'start',
    description: 'start the server; it runs until Ctrl-C or SIGTERM',
    load: async () => (await import('./commands/start.ts')).defineStart,
  },
  {
    name: 'backup',
    description: 'write everything into one file, while people work',
    load: async () => (await import('./commands/backup.ts')).defineBackup,
  },
  {
    name: 'restore',
    description: 'load a backup into an empty place: HOMIE_DATA, DATABASE_URL',
    load: async () => (await import('./commands/restore.ts')).defineRestore,
  },
  {
    name: 'move',
    description: 'move an installation to another database or to Supabase',
    load: async () => (await import('./commands/move.ts')).defineMove,
  },
  {
    name: 'database',
    description: 'check the PostgreSQL of DATABASE_URL',
    load: async () => (await import('./commands/database.ts')).defineDatabase,
  },
  {
    name: 'users',
    description: 'list and change accounts, whether the server runs or not',
    load: async () => (await import('./commands/users.ts')).defineUsers,
  },
  {
    name: 'profiles',
    description: 'list and change the model settings of assistants',
    load: async () => (await import('./commands/profiles.ts')).defineProfiles,
  },
  {
    name: 'provider',
    description: 'check what works with the AI provider',
    load: async () => (await import('./commands/provider.ts')).defineProvider,
  },
  {
    name: 'audit',
    description: 'verify the audit log, and what is kept of it',
    load: async () => (await import('./commands/audit.ts')).defineAudit,
  },
  {
    name: 'site',
    description: 'write the pages of an environment for a host that only serves files',
    load: async () => (await import('./commands/site.ts')).defineSite,
  },
];

const HELP = `
In a checkout: npm run homie -- <command>. In the container: node apps/server/dist/homie.js <command>.
Settings are environment variables, the same for all commands: see docs/guides/operating.md.
Exit codes: 0 done, 1 failed, 2 the command line is not valid.`;

/**
 * Creates the command line program with the commands of the server. It throws errors and never exits the process.
 * @param context context of the commands
 */
export function createProgram(context: CommandContext): Command {
  const program = new Command('homie')
    .description('Runs and manages Second Homie.')
    .addHelpText('after', HELP)
    .showHelpAfterError()
    .configureOutput({ writeErr: (text) => context.printStatus(text.trimEnd()) })
    // The program's own `help` would not load the code of a command.
    .helpCommand(false)
    .exitOverride();
  for (const { name, description } of COMMANDS) program.command(name).description(description);
  return program.hook('preSubcommand', async (_program, command) => {
    const found = COMMANDS.find(({ name }) => name === command.name());
    const define = await found?.load();
    define?.(command, context);
  });
}

/**
 * Returns a command line with `help users` as `users --help`, which loads the code of the command.
 * @param line arguments after the name of the program
 */
export function asOption(line: readonly string[]): string[] {
  return line[0] === 'help' ? [...line.slice(1), '--help'] : [...line];
}
