import { createProvider } from '../../../../../supabase/functions/_shared/ai/create-provider.ts';
import { TURN_TIMING } from '../../../../../supabase/functions/_shared/turns/turn-timing.ts';
import { providerOperations } from '../../../../../supabase/functions/conversations/provider-operations.ts';
import { examples, jsonOption, type DefineCommand } from '../command-context.ts';
import { readSettings } from '../settings/read-settings.ts';

const STATES = { works: 'works', missing: '-', failed: 'FAILED' };

/** Defines `homie provider check`: what works with the AI provider of these settings. */
export const defineProvider: DefineCommand = (command, { root, environment, print }) => {
  command.addHelpText('after', examples('provider check'));
  command
    .command('check')
    .description('request a few short replies and report in words what works')
    .addOption(jsonOption())
    .action(async ({ json }: { json?: boolean }) => {
      const {
        ai = { kind: 'demo' },
        aiConnections = [],
        embeddings,
        firstWordSeconds,
      } = readSettings(root, environment).backend.functionSettings ?? {};
      const checks = await providerOperations({
        ai,
        aiConnections,
        embeddings,
        provider: createProvider(ai, { demoDelayMs: 0 }),
        connect: (connection) => createProvider(connection, { demoDelayMs: 0 }),
        timeoutMs:
          firstWordSeconds === undefined ? TURN_TIMING.firstTextMs : firstWordSeconds * 1000,
      }).check();
      const lines = checks.map(
        ({ name, state, text }) => `${STATES[state].padEnd(7)} ${name.padEnd(11)} ${text}`,
      );
      print(json ? JSON.stringify(checks, null, 2) : lines.join('\n'));
      const failed = checks.filter(({ state }) => state === 'failed').map(({ name }) => name);
      if (failed.length > 0) throw new Error(`Not working: ${failed.join(', ')}`);
    });
};
