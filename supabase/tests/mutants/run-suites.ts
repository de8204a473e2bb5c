import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

/** Test files by parts of their paths: those that attack first, then what else calls the database. */
const SUITES = [
  [
    'tests/owners',
    'http/audit-proof',
    'http/escalation',
    'database/demotions',
    'database/access-taken',
  ],
  ['http/access-matrix', 'http/foreign-rows', 'http/revocation', 'http/administration'],
  ['http/audit-reading', 'http/audit-trail', 'http/client-administration', 'http/remote-functions'],
  ['tests/access', 'tests/branches', 'tests/conversation', 'tests/uploads', 'tests/upload-limit'],
  ['tests/assistants', 'tests/granting', 'tests/managing', 'tests/models', 'tests/export'],
  ['tests/changes', 'tests/messages', 'tests/search', 'tests/send', 'tests/stopping.'],
];

/**
 * Runs the suites over HTTP on a changed database, until a test fails.
 * @param mutation SQL
 * @returns the output of the suite with the failed test, `null` if all passed
 */
export async function runSuites(mutation: string): Promise<string | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'homie-mutant-'));
  const file = path.join(folder, 'mutation.sql');
  await writeFile(file, mutation);
  try {
    for (const names of SUITES) {
      const output = await runVitest(names, file);
      if (output !== null) return output;
    }
    return null;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function runVitest(names: string[], mutationFile: string): Promise<string | null> {
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
    execFile('npx', args, { cwd: root, env, maxBuffer: 1 << 28 }, (error, stdout, stderr) =>
      resolve(error ? stdout + stderr : null),
    );
  });
}
