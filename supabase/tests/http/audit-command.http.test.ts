import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { lazyAdminApi } from '@homie/api-client';
import { openDatabase } from '@homie/server';
import { copyDataFolder, runHomie, startTestServer } from '@homie/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, readRoleIds } from './people.ts';

const root = resolve(import.meta.dirname, '../../..');

let folder: string;
let exported: string[];
let whileItRuns: { keys: string; check: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homie-audit-'));
  await copyDataFolder(folder);
  const server = await startTestServer({
    database: { dataDir: folder },
    storageDir: join(folder, 'storage'),
    seed: true,
  });
  const admin = await createPerson(server, await readRoleIds(server), 'admin');
  const calls = await lazyAdminApi();
  const api = {
    baseUrl: server.url,
    publishableKey: server.publishableKey,
    getAccessToken: async () => admin.token,
  };
  const { id } = await calls.startAuditExport(api, { actions: ['login', 'denied'] }, 'jsonl');
  const { rows } = await calls.readAuditExport(api, id);
  const end = calls.auditManifestLine(await calls.finishAuditExport(api, id));
  exported = [...rows.map(calls.auditExportLine), end];
  whileItRuns = { keys: await run('keys'), check: await run('check') };
  await server.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...commandLine: string[]) =>
  runHomie(root, { HOMIE_DATA: folder }, ['audit', ...commandLine]);
const file = (name: string) => join(folder, name);
const publicKey = () => whileItRuns.keys.split('  ')[1] ?? '';

test('an exported file is verified on its own, with a key or a file that contains it', async () => {
  await writeFile(file('whole.jsonl'), `${exported.join('\n')}\n`);
  await writeFile(
    file('key.pem'),
    `-----BEGIN PUBLIC KEY-----\n${publicKey()}\n-----END PUBLIC KEY-----\n`,
  );
  for (const key of [publicKey(), file('key.pem')]) {
    const report = await run('verify', file('whole.jsonl'), '--public-key', key);
    expect(report).toContain('whole.jsonl is as it was exported.');
    expect(report).toContain(`each of its ${exported.length - 1} entries`);
    expect(report).toContain('It does not prove that what was recorded is true');
  }
  const changed = exported.with(2, exported[2]?.replace(/"action": "\w+"/, '"action": "x"') ?? '');
  await writeFile(file('changed.jsonl'), changed.join('\n'));
  await expect(run('verify', file('changed.jsonl'), '--public-key', publicKey())).rejects.toThrow(
    /changed\.jsonl is not as it was exported:\n {2}line 3: Entry \d+ does not match its hash/,
  );
  await writeFile(file('cut.jsonl'), exported.slice(0, 5).join('\n'));
  await expect(run('verify', file('cut.jsonl'), '--public-key', publicKey())).rejects.toThrow(
    'The signed manifest is missing',
  );
  await expect(run('verify', file('none'), '--public-key', publicKey())).rejects.toThrow(
    'cannot be read',
  );
  await expect(run('verify', file('whole.jsonl'), '--public-key', 'none')).rejects.toThrow(
    '--public-key is neither a public key nor a file with one.',
  );
});

test('keys are printed and the log is verified while the server runs', () => {
  expect(whileItRuns.keys).toMatch(/^[0-9a-f]{16} {2}MCowBQYDK2VwAyEA[\w+/]{43}=$/);
  expect(whileItRuns.check).toMatch(/^All \d+ entries are as they were linked\.$/);
});

test('an operator verifies, stores a checkpoint, sets and lifts a hold, and purges', async () => {
  expect(await run('check')).toMatch(/^All \d{4} entries are as they were linked\.$/);
  await writeFile(file('checkpoint.json'), await run('checkpoint'));

  const held = await run('hold', 'all', '--reason', 'An enquiry');
  expect(held).toMatch(/^Held: .* all {2}"An enquiry" {2}set .* by an operator$/);
  const lifted = await run('lift', held.split(' ')[1] ?? '');
  expect(await run('holds')).toMatch(/^[^\n]* all {2}"An enquiry"[^\n]* lifted [^\n]*$/);
  expect(lifted).toMatch(/^Lifted: .* lifted .* by an operator$/);
  expect(await run('purge', '--days', '20')).toMatch(/^Purged [1-9]\d* entries/);
  expect(await run('retention', '--days', '730')).toBe('Entries are kept for 730 days');
  expect(await run('retention', '--off')).toBe('Everything is kept');
  const report =
    /^All \d+ entries, of which purges have taken \d+, are .*, and fit the checkpoint of /;
  expect(await run('check', '--checkpoint', file('checkpoint.json'))).toMatch(report);
});

test('changes that bypass the rules of the database are detected', async () => {
  await run('hold', 'all', '--reason', 'The last entry, which nothing else speaks of');
  await writeFile(file('later.json'), await run('checkpoint'));
  const database = await openDatabase({ folder: file('postgres') });
  await database.exec(`
    alter table public.audit_logs disable trigger all;
    alter table private.audit_chain disable trigger all;
    delete from public.audit_logs
    where id = (select entry_id from private.audit_chain order by seq desc limit 1);
    delete from private.audit_chain where seq = (select seq from private.audit_head);
    update private.audit_head set (seq, hash) =
      (select seq, hash from private.audit_chain order by seq desc limit 1);
  `);
  await database.close();
  await expect(run('check', '--checkpoint', file('later.json'))).rejects.toThrow(
    'its end was cut off',
  );
});

test.each([
  [[], '(outputHelp)'],
  [['verify', 'x'], "required option '--public-key <key>' not specified"],
  [['check', 'x'], 'too many arguments'],
  [['retention'], 'name --days or --off'],
  [['retention', '--days', '5', '--off'], 'name --days or --off'],
  [['purge', '--days', '0'], '--days must be a whole number'],
  [['lift', 'x'], 'x is no ID.'],
  [['hold', 'role', 'x', '--reason', 'y'], 'kind must be all, user,'],
  [['hold', 'all', '--reason', ' '], 'Please enter a reason.'],
  [['hold', 'user', '--reason', 'y'], 'Choose what the hold applies to.'],
  [['check', '--days'], "unknown option '--days'"],
])('%j fails with a message that says what to do', async (commandLine, sentence) => {
  await expect(run(...commandLine)).rejects.toThrow(sentence);
});
