import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnvironmentSettings } from './cli/settings/environment-settings.ts';
import { writeSite } from './gateways/pages/write-site.ts';

/** Both src/site.ts and dist/site.js lie three folders below the root. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

const given = (name: string) => process.env[name]?.trim() || undefined;
const environment = readEnvironmentSettings(root, given);
const to = resolve(root, given('HOMIE_SITE') ?? `dist/sites/${environment.rules?.name}`);

writeSite({
  environment,
  shellDir: resolve(root, given('HOMIE_SHELL_DIR') ?? 'apps/shell/dist'),
  supabaseUrl: given('SUPABASE_URL') ?? '',
  publishableKey: given('SUPABASE_PUBLISHABLE_KEY') ?? '',
  productName: 'Second Homie',
  to,
}).then(
  (version) => console.log(`Wrote ${to} with the shell ${version}`),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
