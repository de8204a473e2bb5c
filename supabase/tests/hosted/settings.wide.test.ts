import { describe, expect, test } from 'vitest';
import { planDeployment } from '../../../tools/deploy/plan.mjs';
import { PROJECT, runOnLocalPlatform } from '../../functions/tests/support/local-platform.ts';
import { SUPABASE_CLI } from './hosted-project.ts';

const MAIL = {
  HOMIE_SMTP_HOST: 'mail.example',
  HOMIE_SMTP_USER: 'homie',
  HOMIE_SMTP_PASSWORD: 'password of the mail server',
  HOMIE_SMTP_FROM: 'homie@homie.example',
};

/** Runs a command that pushes settings. @returns what the CLI printed, and the settings of the auth service that it sent */
async function pushSettings(
  args: readonly string[],
  variables: Record<string, string>,
): Promise<{ output: string; auth: unknown }> {
  let auth: unknown;
  const attributes = { auth: { site_url: 'https://before.example' } };
  const output = await runOnLocalPlatform(
    SUPABASE_CLI ?? '',
    args,
    async ({ method, url, body }) => {
      if (method === 'PATCH') auth = JSON.parse(body.toString());
      if (url.pathname.endsWith('/billing/addons'))
        return { json: { ref: PROJECT, selected_addons: [], available_addons: [] } };
      if (url.pathname.endsWith(`/v2/projects/${PROJECT}/config`))
        return { json: { data: { type: 'project_config', id: PROJECT, attributes } } };
      return { json: {} };
    },
    variables,
  );
  return { output, auth };
}

// `npm test` installs the CLI, or fails; a single test run may lack it.
describe.skipIf(SUPABASE_CLI === undefined)('pushing the settings', () => {
  test('settings for this computer need no variables and send no mail', async () => {
    const { auth } = await pushSettings(['config', 'push', `--remote=${PROJECT}`, '--yes'], {});
    expect(auth).toMatchObject({ site_url: 'http://127.0.0.1:4200' });
    expect(auth).not.toHaveProperty('smtp_host');
  });

  test('a deployment pushes the addresses and the mail server of its environment', async () => {
    const variables = {
      ...MAIL,
      SUPABASE_PROJECT: PROJECT,
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_known',
    };
    const environment = { name: 'production', url: 'https://homie.example' };
    const { steps } = planDeployment(environment, variables, []);
    const [settings] = steps;
    const pushed = await pushSettings(settings?.args ?? [], { ...MAIL, ...settings?.env });
    expect(pushed.output).toContain('Loading config override: [remotes.deployment]');
    expect(pushed.auth).toMatchObject({
      site_url: 'https://homie.example',
      uri_allow_list:
        'https://homie.example/auth/callback,https://homie.example/auth/reset-password',
      smtp_host: 'mail.example',
      smtp_user: 'homie',
      smtp_pass: 'password of the mail server',
      smtp_admin_email: 'homie@homie.example',
      mailer_autoconfirm: false,
    });
  });
});
