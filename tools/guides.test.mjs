import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps/run.mjs';

const GUIDES = ['backup', 'moving', 'operating', 'releasing', 'server', 'supabase', 'upgrading'];
const AUDIT = 'supabase/tests/http/audit-command.http.test.ts';
const PROFILES = 'apps/server/src/operations/profiles/profiles.contract.test.ts';
const HOSTED = 'supabase/tests/hosted/hosted-project.test.ts';
const PROVIDERS = 'supabase/functions/_shared/ai/provider-settings.test.ts';
const RELEASES = 'tools/release/commands/commands.test.mjs';
const USERS = 'apps/server/src/operations/users/users.contract.test.ts';
const read = (file) => readFileSync(path.join(root, file), 'utf8');

/**
 * Where each command of the guides is run: the beginning of the command, the test, and what it says there. `null` marks
 * those that reach beyond this computer or are everybody's.
 */
const RUN_BY = [
  ['npm run backup -- make', 'supabase/tests/http/backup.http.test.ts', "backup(source, 'make'"],
  ['npm run backup -- check', 'supabase/tests/http/backup.http.test.ts', "backup(source, 'check'"],
  ['npm run backup -- restore', 'supabase/tests/http/backup.http.test.ts', "'restore', archive"],
  ['npm run move -- export', 'supabase/tests/http/backup.http.test.ts', "['export', moved]"],
  ['npm run move -- import', 'supabase/tests/http/backup.http.test.ts', "['import', archive]"],
  ['npm run audit -- accept', 'supabase/tests/http/audit-restored.http.test.ts', "run('accept'"],
  ['npm run deploy -- --env production --dry-run', 'tools/deploy/plan.test.mjs', "'--dry-run'"],
  [
    'npm run deploy -- --env production --from',
    'tools/deploy/plan.test.mjs',
    "'--from', 'staging'",
  ],
  ['npm run deploy -- --env production', 'tools/deploy/plan.test.mjs', "'--env', 'production'"],
  ['supabase migration repair --status applied', HOSTED, "...repair, 'applied'"],
  ['supabase migration repair --status reverted', HOSTED, "...repair, 'reverted'"],
  ['npm run audit -- checkpoint', AUDIT, "run('checkpoint'"],
  ['npm run audit -- check', AUDIT, "run('check', '--checkpoint'"],
  ['npm run audit -- keys', AUDIT, "run('keys'"],
  ['npm run audit -- verify', AUDIT, "run('verify', file('whole.jsonl'), '--public-key'"],
  ['npm run audit -- holds', AUDIT, "run('holds'"],
  ['npm run audit -- hold', AUDIT, "run('hold', 'all', '--reason'"],
  ['npm run audit -- lift', AUDIT, "run('lift'"],
  ['npm run audit -- purge', AUDIT, "run('purge', '--days'"],
  ['npm run profiles -- set', PROFILES, 'an operator sets, lists and removes'],
  ['npm run profiles -- list', PROFILES, 'an operator sets, lists and removes'],
  ['npm run profiles -- remove', PROFILES, 'an operator sets, lists and removes'],
  ['npm run release --', RELEASES, 'that is released'],
  ['npm run promote --', RELEASES, "succeed('promote', 'chat --from staging --to production'"],
  ['npm run rollback --', RELEASES, "succeed('rollback', 'chat --env staging'"],
  ['npm run rollout --', RELEASES, "rollout('--percent 10'"],
  ['npm run users -- add', USERS, "users('add', '--admin'"],
  ['npm run users -- list', USERS, "users('list'"],
  ['npm run users -- role', USERS, "manage('role'"],
  ['npm run users -- disable', USERS, "users('disable'"],
  ['npm run users -- reset', USERS, "manage('reset'"],
  // Which servers those addresses are is the operator's; that each is spoken to, the tests against a mock server show.
  ['AI_API_KEY=', PROVIDERS, 'AI_API_KEY'],
  ['AI_BASE_URL=', PROVIDERS, 'AI_BASE_URL'],
  ['AI_PROVIDER=chat', PROVIDERS, "AI_PROVIDER: 'Chat'"],
  ['CLAMAV_HOST=', 'apps/server/src/cli/settings/read-settings.test.ts', "CLAMAV_HOST: 'clamav'"],
  ['HOMIE_DATA=', 'supabase/tests/http/backup.http.test.ts', 'HOMIE_DATA'],
  ['DATABASE_URL=', 'supabase/functions/tests/several-processes.http.test.ts', 'databaseUrl'],
  ['npm start', 'apps/server/src/cli/start/process.contract.test.ts', 'server.ready()'],
  ['git pull', null],
  ['git checkout', null],
  ['psql', null],
  ['supabase secrets set', null],
  // A machine of one's own, its users and services; the image's server is run from the files that the recipe copies.
  ['useradd', null],
  ['git clone', null],
  ["node -e 'import", null],
  ['install -m', null],
  ['cp deploy', null],
  ['systemctl', null],
  ['docker', null],
];

/** The lines of fenced blocks without a language, which are what somebody types; one that goes on is one line. */
function commandsOf(guide) {
  const commands = [];
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
  const entryOf = (command) => RUN_BY.find(([begins]) => command.startsWith(begins));
  expect(commands.filter((command) => !entryOf(command))).toEqual([]);
  const used = new Set(commands.map((command) => entryOf(command)));
  expect(RUN_BY.filter((entry) => !used.has(entry))).toEqual([]);
  const gone = RUN_BY.filter(([, file, says]) => file && !read(file).includes(says));
  expect(gone).toEqual([]);
});
