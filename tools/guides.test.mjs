import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps/run.mjs';

const GUIDES = ['backup', 'moving', 'supabase', 'upgrading'];
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
  ['npm start', 'supabase/local/src/process/process.contract.test.ts', 'main.js'],
  ['git pull', null],
  ['supabase secrets set', null],
];

/** The lines of fenced blocks without a language, which are what somebody types. */
function commandsOf(guide) {
  const commands = [];
  let fence;
  for (const line of read(`docs/guides/${guide}.md`)
    .split('\n')
    .map((text) => text.trim())) {
    if (line.startsWith('```')) fence = fence === undefined ? line : undefined;
    else if (fence === '```' && line !== '') commands.push(line);
  }
  return commands;
}

test('every command of these guides is run by a test', () => {
  const commands = GUIDES.flatMap(commandsOf);
  expect(commands.length).toBeGreaterThan(8);
  const entryOf = (command) => RUN_BY.find(([begins]) => command.startsWith(begins));
  expect(commands.filter((command) => !entryOf(command))).toEqual([]);
  const used = new Set(commands.map((command) => entryOf(command)));
  expect(RUN_BY.filter((entry) => !used.has(entry))).toEqual([]);
  const gone = RUN_BY.filter(([, file, says]) => file && !read(file).includes(says));
  expect(gone).toEqual([]);
});
