import { examples, type AddCommand } from '../command-context.ts';

/** Adds `homie start`. */
export const addStart: AddCommand = (program, { root, environment }) => {
  program
    .command('start')
    .description('start the server; it runs until Ctrl-C or SIGTERM')
    .option('--reset', 'remove the data of the embedded database first', false)
    .option('--production', 'never add or accept the demo accounts', false)
    .addHelpText('after', examples('start', 'start --production'))
    .action(async (flags: { reset: boolean; production: boolean }) => {
      // The server's code is most of all code: other commands do without it.
      const { startServer } = await import('../start/start-server.ts');
      await startServer(root, environment, flags);
    });
};
