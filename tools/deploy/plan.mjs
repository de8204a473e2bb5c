// Defines the steps of a deployment to Supabase as data: the dry run prints them, the command runs them.
import { Failure } from '../release/failure.mjs';

/** Environment variables that a deployment requires. Never printed. */
const VARIABLES = {
  SUPABASE_ACCESS_TOKEN: 'a token of an account that may change the project',
  SUPABASE_DB_PASSWORD: 'the password of its database',
  HOMIE_SMTP_HOST: 'the mail server',
  HOMIE_SMTP_USER: 'who sends there',
  HOMIE_SMTP_PASSWORD: 'the password of that',
  HOMIE_SMTP_FROM: 'the address that mails come from',
};
const HOMIE = 'apps/server/dist/homie.js';
/** Secrets of the functions, in addition to the ones that the platform sets. */
export const FUNCTION_SECRETS = ['ALLOWED_ORIGINS', 'AUDIT_SIGNING_KEY', 'SWEEP_KEY'];

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} does description of the step, for people
 * @property {'supabase' | 'node'} program
 * @property {string[]} args
 * @property {Record<string, string>} [env] settings for it, none of them secret
 * @property {string[]} [mustList] names that its output has to contain
 */

/**
 * Returns the steps of a deployment, and the variables that are missing.
 * @param {{ name: string, url: string }} environment
 * @param {Readonly<Record<string, string | undefined>>} variables of the process
 * @param {string[]} remotes
 * @param {string} [from] environment whose releases are promoted; without it, the current code is released
 * @returns {{ project: string, missing: string[], steps: Step[] }}
 * @throws {Failure} if the variables do not name a project
 */
export function planDeployment({ name, url }, variables, remotes, from) {
  const project = variables.SUPABASE_PROJECT ?? '';
  if (!/^[a-z]{20}$/.test(project))
    throw new Failure(
      'SUPABASE_PROJECT is not set to the reference of a project.',
      'It is the first part of the project’s address: https://<reference>.supabase.co',
    );
  const publishableKey = variables.SUPABASE_PUBLISHABLE_KEY ?? '';
  if (!publishableKey.startsWith('sb_publishable_'))
    throw new Failure(
      'SUPABASE_PUBLISHABLE_KEY is not set to the project’s publishable key (sb_publishable_…).',
    );
  const supabaseUrl = variables.SUPABASE_URL || `https://${project}.supabase.co`;
  const missing = Object.entries(VARIABLES)
    .filter(([variable]) => !variables[variable])
    .map(([variable, what]) => `${variable}: ${what}`);
  const remote = `--remote=${project}`;
  // For `[remotes.deployment]` of supabase/config.toml, which applies to the project of this reference.
  const overrides = {
    SUPABASE_REMOTES_DEPLOYMENT_PROJECT_ID: project,
    HOMIE_SITE_URL: url,
    HOMIE_CALLBACK_URL: `${url}/auth/callback`,
    HOMIE_RESET_URL: `${url}/auth/reset-password`,
  };
  /** @param {string} remoteName */
  const release = (remoteName) =>
    from
      ? [HOMIE, 'promote', remoteName, '--from', from, '--to', name]
      : [HOMIE, 'release', remoteName, '--env', name];
  return {
    project,
    missing,
    steps: [
      {
        name: 'settings',
        does: 'pushes supabase/config.toml: redirects, mails, tokens, size of files',
        program: 'supabase',
        args: ['config', 'push', remote, '--yes'],
        env: overrides,
      },
      {
        name: 'database',
        does: 'applies the migrations that the project has not seen, which also limit the buckets',
        program: 'supabase',
        args: ['db', 'push', remote, '--yes'],
        env: overrides,
      },
      {
        name: 'secrets',
        does: `checks that the functions have ${FUNCTION_SECRETS.join(', ')}`,
        program: 'supabase',
        args: ['secrets', 'list', remote, '--output-format', 'json'],
        mustList: FUNCTION_SECRETS,
      },
      {
        name: 'functions',
        does: 'uploads all functions of supabase/functions',
        program: 'supabase',
        args: ['functions', 'deploy', '--use-api', remote, '--yes'],
        env: overrides,
      },
      {
        name: 'shell',
        does: `releases the shell into ${name}`,
        program: 'node',
        args: [HOMIE, 'release', 'shell', '--env', name],
      },
      ...remotes.map(
        /** @returns {Step} */ (remoteName) => ({
          name: remoteName,
          does: from ? `promotes it from ${from} to ${name}` : `releases it into ${name}`,
          program: 'node',
          args: release(remoteName),
        }),
      ),
      {
        name: 'site',
        does: `writes dist/sites/${name} for the static host`,
        program: 'node',
        args: [HOMIE, 'site'],
        env: {
          HOMIE_ENVIRONMENT: name,
          SUPABASE_URL: supabaseUrl,
          SUPABASE_PUBLISHABLE_KEY: publishableKey,
        },
      },
    ],
  };
}
