import { resolve } from 'node:path';
import { writeSite } from '../../gateways/pages/write-site.ts';
import { examples, type AddCommand } from '../command-context.ts';
import { readEnvironmentSettings } from '../settings/environment-settings.ts';

/** Adds `homie site`. */
export const addSite: AddCommand = (program, { root, environment, print }) => {
  program
    .command('site')
    .description(
      'write the pages of an environment into a folder, for a host that only serves files',
    )
    .addHelpText(
      'after',
      `
Reads HOMIE_ENVIRONMENT, SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and, for another folder than dist/sites/<environment>, HOMIE_SITE.
${examples('site')}`,
    )
    .action(async () => {
      const read = (name: string) => environment[name]?.trim() || undefined;
      const settings = readEnvironmentSettings(root, read);
      const to = resolve(root, read('HOMIE_SITE') ?? `dist/sites/${settings.rules?.name}`);
      const version = await writeSite({
        environment: settings,
        shellDir: resolve(root, read('HOMIE_SHELL_DIR') ?? 'apps/shell/dist'),
        supabaseUrl: read('SUPABASE_URL') ?? '',
        publishableKey: read('SUPABASE_PUBLISHABLE_KEY') ?? '',
        productName: 'Second Homie',
        to,
      });
      print(`Wrote ${to} with the shell ${version}`);
    });
};
