import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../steps/run.mjs';
import { planDeployment } from './plan.mjs';

const VARIABLES = {
  SUPABASE_PROJECT: 'abcdefghijklmnopqrst',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_known',
  SUPABASE_ACCESS_TOKEN: 'sbp_hidden_token',
  SUPABASE_DB_PASSWORD: 'hidden password',
  HOMIE_SMTP_HOST: 'mail.example',
  HOMIE_SMTP_USER: 'homie',
  HOMIE_SMTP_PASSWORD: 'hidden mail password',
  HOMIE_SMTP_FROM: 'homie@homie.example',
};
const ENVIRONMENT = { name: 'production', url: 'https://homie.example' };

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} variables
 */
const deploy = (args, variables) =>
  promisify(execFile)(
    process.execPath,
    [path.join(root, 'apps/server/dist/homie.js'), 'deploy', ...args],
    {
      env: { PATH: process.env.PATH, ...variables },
    },
  );

test('deploys tables before functions, and functions before the pages that call them', () => {
  const { steps, missing } = planDeployment(ENVIRONMENT, VARIABLES, ['admin', 'chat']);
  expect(missing).toEqual([]);
  expect(steps.map(({ program, args }) => [program, ...args].join(' '))).toEqual([
    'supabase config push --remote=abcdefghijklmnopqrst --yes',
    'supabase db push --remote=abcdefghijklmnopqrst --yes',
    'supabase secrets list --remote=abcdefghijklmnopqrst --output-format json',
    'supabase functions deploy --use-api --remote=abcdefghijklmnopqrst --yes',
    'node apps/server/dist/homie.js release shell --env production',
    'node apps/server/dist/homie.js release admin --env production',
    'node apps/server/dist/homie.js release chat --env production',
    'node apps/server/dist/homie.js site',
  ]);
  expect(steps[0]?.env).toEqual({
    SUPABASE_REMOTES_DEPLOYMENT_PROJECT_ID: 'abcdefghijklmnopqrst',
    HOMIE_SITE_URL: 'https://homie.example',
    HOMIE_CALLBACK_URL: 'https://homie.example/auth/callback',
    HOMIE_RESET_URL: 'https://homie.example/auth/reset-password',
  });
});

test('promotes from another environment if one is named', () => {
  const { steps } = planDeployment(ENVIRONMENT, VARIABLES, ['chat'], 'staging');
  const chat = steps.find(({ name }) => name === 'chat');
  expect(chat?.args.slice(1)).toEqual([
    'promote',
    'chat',
    '--from',
    'staging',
    '--to',
    'production',
  ]);
});

test('a dry run lists every step and missing settings, and no secret', async () => {
  const { SUPABASE_DB_PASSWORD, ...others } = VARIABLES;
  const { stdout, stderr } = await deploy(['--env', 'production', '--dry-run'], others);
  expect(stdout).toContain('Would deploy production');
  expect(stdout).toContain('! not set: SUPABASE_DB_PASSWORD');
  for (const step of ['settings', 'database', 'secrets', 'functions', 'shell', 'chat', 'site'])
    expect(stdout).toMatch(new RegExp(`^ {2}${step} `, 'm'));
  expect(stdout + stderr).not.toMatch(/hidden|sb_publishable_known/);
  expect(SUPABASE_DB_PASSWORD).toBe('hidden password');
});

test.each([
  [['--env', 'production'], {}, 'SUPABASE_PROJECT is not set'],
  [['--env', 'production'], { ...VARIABLES, SUPABASE_PUBLISHABLE_KEY: 'x' }, 'publishable key'],
  [['--env', 'production'], { ...VARIABLES, HOMIE_SMTP_HOST: '' }, 'HOMIE_SMTP_HOST: the mail'],
  [['--env', 'production', '--only', 'x'], VARIABLES, 'No such step: x.'],
  [['--env', 'nowhere'], VARIABLES, 'There is no environment "nowhere"'],
])('%j is refused before any step', async (args, variables, message) => {
  await expect(deploy(args, variables)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(message),
  });
});

test('without an environment the command line is invalid', async () => {
  await expect(deploy(['--dry-run'], VARIABLES)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("required option '--env <environment>' not specified"),
  });
});
