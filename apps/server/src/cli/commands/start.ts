import { startServer } from '../start/start-server.ts';
import { examples, type DefineCommand } from '../command-context.ts';

/** Defines `homie start`. */
export const defineStart: DefineCommand = (start, { root, environment }) => {
  start
    .option('--reset', 'remove the data of the embedded database first', false)
    .option('--production', 'never add or accept the demo accounts', false)
    .addHelpText('after', examples('start', 'start --production'))
    .action(async (flags: { reset: boolean; production: boolean }) => {
      await startServer(root, environment, flags);
    });
};
