import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

/** Test files by parts of their paths: first those with concurrent access and attacks, then others with a database. */
const SUITES = [
  ['database/demotions', 'database/access-taken'],
  ['tests/owners', 'http/audit-proof', 'http/escalation'],
  ['access-matrix', 'http/foreign-rows', 'http/revocation', 'http/administration'],
  ['http/audit-reading', 'http/audit-trail', 'http/client-administration', 'http/remote-functions'],
  ['tests/access', 'tests/branches', 'tests/conversation', 'tests/uploads', 'tests/upload-limit'],
  ['tests/assistants', 'tests/granting', 'tests/managing', 'tests/models', 'tests/export'],
  ['tests/changes', 'tests/messages', 'tests/search', 'tests/send', 'tests/stopping.'],
];

/** Results of the suites that were run without a mutation: true if they passed. */
const unchanged = new Map<string[], Promise<boolean>>();

/**
 * Runs the suites that use a whole database, until one fails on the mutation.
 * @param mutation SQL
 * @returns true if one failed
 * @throws if that suite fails without the mutation too
 */
export async function failsSuites(mutation: string): Promise<boolean> {
  for (const names of SUITES) {
    if (await passes(names, mutation)) continue;
    const alone = unchanged.get(names) ?? passes(names, 'select');
    unchanged.set(names, alone);
    if (await alone) return true;
    throw new Error(`These suites fail without a mutation: ${names.join(' ')}`);
  }
  return false;
}

async function passes(names: string[], mutation: string): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'homie-mutant-'));
  const file = path.join(folder, 'mutation.sql');
  await writeFile(file, mutation);
  return runVitest(names, file).finally(() => rm(folder, { recursive: true }));
}

function runVitest(names: string[], mutationFile: string): Promise<boolean> {
  const projects = ['--project', 'database', '--project', 'http'];
  const args = [
    'vitest',
    'run',
    '--config',
    '.config/vitest.ts',
    '--bail',
    '1',
    ...projects,
    ...names,
  ];
  const env = { ...process.env, HOMIE_TEST_MUTATION: mutationFile };
  return new Promise((resolve) => {
    execFile('npx', args, { cwd: root, env, maxBuffer: 1 << 28 }, (error) =>
      resolve(error === null),
    );
  });
}
