import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { PATIENCE } from './patience.ts';

const PROGRAM = `
import { runnerImport } from 'vite';
const { module } = await runnerImport(${JSON.stringify(join(import.meta.dirname, 'provide-postgres.ts'))});
await module.default();
console.log(process.env.TMPDIR);
setInterval(() => {}, 1000);`;

test.each(['SIGINT', 'SIGKILL'] as const)(
  'a test run that is ended with %s leaves no PostgreSQL and no files',
  async (signal) => {
    const { HOMIE_TEST_POSTGRES_URL: _, ...env } = process.env;
    const run = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      cwd: import.meta.dirname,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(run, 'exit');
    const [printed] = (await once(run.stdout, 'data')) as [Buffer];
    const folder = printed.toString().trim();
    expect(folder.startsWith(join(tmpdir(), 'homie-run-'))).toBe(true);
    const [cluster = ''] = await readdir(folder);
    const lines = await readFile(join(folder, cluster, 'postgres/postmaster.pid'), 'utf8');
    const pid = Number(lines.split('\n')[0]);
    expect(process.kill(pid, 0)).toBe(true);

    run.kill(signal);
    await exited;
    await vi.waitUntil(() => !existsSync(folder), PATIENCE);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  },
);
