import { resolve } from 'node:path';
import { readLocalCopies } from '../../gateways/pages/local-copies.ts';
import { writeSite } from '../../gateways/pages/write-site.ts';
import { examples, type DefineCommand } from '../command-context.ts';
import { readPublicProviders } from '../../gateways/auth/providers/provider-settings.ts';
import { parseFlag } from '../settings/parse-flag.ts';
import { readContact } from '../settings/read-contact.ts';
import { readEnvironmentSettings } from '../settings/environment-settings.ts';

/** Defines `homie site`. */
export const defineSite: DefineCommand = (site, { root, environment, print }) => {
  site
    .addHelpText(
      'after',
      `
Reads HOMIE_ENVIRONMENT, SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and, for another folder than dist/sites/<environment>, HOMIE_SITE.
HOMIE_CONTACT and HOMIE_SITE_URL add /.well-known/security.txt. HOMIE_SSO_FILE adds identity providers to the sign-in page.
HOMIE_MAGIC_LINK=true adds sign-in with a mailed link to it.
HOMIE_LOCAL_COPIES is off, memory or device. HOMIE_OFFLINE_START=false removes the stored app from browsers.
${examples('site')}`,
    )
    .action(async () => {
      const read = (name: string) => environment[name]?.trim() || undefined;
      const settings = readEnvironmentSettings(root, read);
      const to = resolve(root, read('HOMIE_SITE') ?? `dist/sites/${settings.rules?.name}`);
      const ssoFile = read('HOMIE_SSO_FILE');
      const version = await writeSite({
        environment: settings,
        shellDir: resolve(root, read('HOMIE_SHELL_DIR') ?? 'apps/shell/dist'),
        supabaseUrl: read('SUPABASE_URL') ?? '',
        publishableKey: read('SUPABASE_PUBLISHABLE_KEY') ?? '',
        productName: 'Second Homie',
        providers: readPublicProviders(ssoFile && resolve(root, ssoFile)),
        offlineStart: parseFlag('HOMIE_OFFLINE_START', read('HOMIE_OFFLINE_START')) ?? true,
        magicLink: parseFlag('HOMIE_MAGIC_LINK', read('HOMIE_MAGIC_LINK')) ?? false,
        localCopies: readLocalCopies(read('HOMIE_LOCAL_COPIES'), 'memory'),
        security: { contact: readContact(read('HOMIE_CONTACT')), siteUrl: read('HOMIE_SITE_URL') },
        to,
      });
      print(`Wrote ${to} with the shell ${version}`);
    });
};
