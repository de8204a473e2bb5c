import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps/run.mjs';

const GUIDES = [
  'backup',
  'moving',
  'operating',
  'provisioning',
  'releasing',
  'server',
  'single-sign-on',
  'supabase',
  'upgrading',
];
const AUDIT = 'supabase/tests/http/audit-command.http.test.ts';
const BACKUP = 'supabase/tests/http/backup.http.test.ts';
const PROFILES = 'apps/server/src/operations/profiles/profiles.contract.test.ts';
const HOSTED = 'supabase/tests/hosted/hosted-project.wide.test.ts';
const PROVIDERS = 'supabase/functions/_shared/ai/provider-settings.test.ts';
const NOTES = 'tools/release/build/release-notes.test.mjs';
const PROVIDER = 'apps/server/src/cli/commands/provider.test.ts';
const RELEASES = 'tools/release/commands/commands.test.mjs';
const USERS = 'apps/server/src/operations/users/users.contract.test.ts';
/** @param {string} file */
const read = (file) => readFileSync(path.join(root, file), 'utf8');

/**
 * Maps each command of the guides to its test: the start of the command, the test file, and a text in that file. `null`
 * marks commands that reach beyond this computer or are not specific to the product.
 */
/** @type {([begins: string, file: string, says: string] | [begins: string, file: null])[]} */
const RUN_BY = [
  // A command of the previous release, whose own tests run it.
  ['npm run homie -- backup backups/2026-11-21.homie --check', BACKUP, "archive, '--check'"],
  ['npm run homie -- backup', BACKUP, "homie(source, 'backup', archive)"],
  ['npm run homie -- restore', BACKUP, "'restore', archive"],
  ['npm run homie -- move export', BACKUP, "'move', 'export', moved"],
  ['npm run homie -- move import', BACKUP, "'move', 'import', archive"],
  [
    'npm run homie -- audit accept',
    'supabase/tests/http/audit-restored.wide.http.test.ts',
    "run('accept'",
  ],
  [
    'npm run homie -- deploy --env production --dry-run',
    'tools/deploy/plan.test.mjs',
    "'--dry-run'",
  ],
  ['npm run homie -- deploy --env production --from', 'tools/deploy/plan.test.mjs', "'--from',"],
  [
    'npm run homie -- deploy --env production',
    'tools/deploy/plan.test.mjs',
    "'--env', 'production'",
  ],
  ['supabase db reset', HOSTED, "['db', 'reset']"],
  ['supabase db push', HOSTED, "['db', 'push']"],
  ['supabase db advisors', HOSTED, "['db', 'advisors', '--level', 'warn', '--fail-on', 'warn']"],
  ['supabase gen types', HOSTED, "['gen', 'types', '--lang', 'typescript']"],
  ['npx prettier --write', HOSTED, 'await format(stdout, options)'],
  ['supabase migration new', HOSTED, "['migration', 'new', 'add_notes']"],
  ['node tools/stories.mjs', HOSTED, 'await writeTap(stories)'],
  // It runs the files with pg_prove in a container.
  ['supabase test db', HOSTED, 'await runProve(project.url'],
  // They start containers. Tests run the functions on Deno, and push the settings.
  ['supabase start', null],
  ['supabase functions serve', null],
  ['supabase migration repair --status applied', HOSTED, "...repair, 'applied'"],
  ['supabase migration repair --status reverted', HOSTED, "...repair, 'reverted'"],
  ['npm run homie -- audit checkpoint', AUDIT, "run('checkpoint'"],
  ['npm run homie -- audit check', AUDIT, "run('check', '--checkpoint'"],
  ['npm run homie -- audit keys', AUDIT, "run('keys'"],
  ['npm run homie -- audit verify', AUDIT, "run('verify', file('whole.jsonl'), '--public-key'"],
  ['npm run homie -- audit holds', AUDIT, "run('holds'"],
  ['npm run homie -- audit hold', AUDIT, "run('hold', 'all', '--reason'"],
  ['npm run homie -- audit lift', AUDIT, "run('lift'"],
  ['npm run homie -- audit retention', AUDIT, "run('retention', '--days'"],
  ['npm run homie -- audit purge', AUDIT, "run('purge', '--days'"],
  ['npm run homie -- profiles set', PROFILES, 'an operator sets, lists and removes'],
  ['npm run homie -- profiles list', PROFILES, 'an operator sets, lists and removes'],
  ['npm run homie -- profiles remove', PROFILES, 'an operator sets, lists and removes'],
  ['npm run homie -- provider check', PROVIDER, "'provider', 'check'"],
  ['npm run homie -- release', RELEASES, 'previous version as fallback'],
  [
    'npm run homie -- promote',
    RELEASES,
    "succeed('promote', 'chat --from staging --to production'",
  ],
  ['npm run homie -- rollback', RELEASES, "succeed('rollback', 'chat --env staging'"],
  ['npm run homie -- rollout', RELEASES, "rollout('--percent 10'"],
  ['npm run homie -- users add', USERS, "users('add', '--admin'"],
  ['npm run homie -- users list', USERS, "users('list'"],
  ['npm run homie -- users role', USERS, "manage('role'"],
  ['npm run homie -- users disable', USERS, "users('disable'"],
  ['npm run homie -- users reset', USERS, "manage('reset'"],
  // The operator chooses the servers behind these addresses; tests with a mock server verify that each is called.
  ['AI_API_KEY=', PROVIDERS, 'AI_API_KEY'],
  ['AI_BASE_URL=', PROVIDERS, 'AI_BASE_URL'],
  ['AI_PROVIDER=chat', PROVIDERS, "AI_PROVIDER: 'Chat'"],
  ['CLAMAV_HOST=', 'apps/server/src/cli/settings/read-settings.test.ts', "CLAMAV_HOST: 'clamav'"],
  ['HOMIE_SSO_FILE=', 'e2e/fixtures/providers-server.ts', 'HOMIE_SSO_FILE: file'],
  ['HOMIE_PLACES_FILE=', 'supabase/functions/tests/session-places.http.test.ts', 'placesFile'],
  ['CONTRACT_AUTH_URL=', 'apps/server/src/testing/auth-service.ts', 'CONTRACT_AUTH_URL: url'],
  ['openssl rand', null],
  [
    'HOMIE_SCIM_TOKEN=',
    'apps/server/src/gateways/scim/scim-settings.test.ts',
    'HOMIE_SCIM_TOKEN: TOKEN',
  ],
  ['curl', 'supabase/functions/tests/scim-users.http.test.ts', "host.send('GET', '/Users')"],
  ['DATABASE_URL=', 'supabase/functions/tests/several-processes.wide.http.test.ts', 'databaseUrl'],
  ['npm start', 'apps/server/src/cli/start/process.contract.test.ts', 'server.ready()'],
  ['npx changeset version', NOTES, "bin.js'), 'version'"],
  ['npx changeset', null],
  ['npm install --package-lock-only', null],
  ['git pull', null],
  ['git checkout', null],
  ['psql', null],
  ['supabase secrets set', null],
  // A separate machine, its users and services; tests run the image's server from the files that the recipe copies.
  ['useradd', null],
  ['git clone', null],
  ['install -m', null],
  ['cp deploy', null],
  ['systemctl', null],
  ['docker', null],
];

/**
 * Returns the commands of a guide: the lines of fenced blocks without a language. A continued line counts as one.
 * @param {string} guide
 */
function commandsOf(guide) {
  /** @type {string[]} */
  const commands = [];
  /** @type {string | undefined} */
  let fence;
  for (const line of read(`docs/guides/${guide}.md`)
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((text) => text.trim())) {
    if (line.startsWith('```')) fence = fence === undefined ? line : undefined;
    else if (fence === '```' && line !== '') commands.push(line);
  }
  return commands;
}

test('every command of these guides is run by a test', () => {
  const commands = GUIDES.flatMap(commandsOf);
  expect(commands.length).toBeGreaterThan(40);
  /** @param {string} command */
  const entryOf = (command) => RUN_BY.find(([prefix]) => command.startsWith(prefix));
  expect(commands.filter((command) => !entryOf(command))).toEqual([]);
  const used = new Set(commands.map((command) => entryOf(command)));
  expect(RUN_BY.filter((entry) => !used.has(entry))).toEqual([]);
  const gone = RUN_BY.filter(([, file, says]) => file !== null && !read(file).includes(says ?? ''));
  expect(gone).toEqual([]);
});
