import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { run } from './run.mjs';

const module = pathToFileURL(path.join(import.meta.dirname, 'run.mjs')).href;

/** @param {string} pid */
function isRunning(pid) {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

test.each(/** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGKILL']))(
  'on %s no process of a program remains',
  async (signal) => {
    // The program starts one that ignores that its parent is gone.
    const program = `await run('sh', ['-c', 'sleep 1000 & echo $!; wait'])`;
    const source = `import { run } from '${module}'; ${program}`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = await once(createInterface(parent.stdout), 'line');
    expect(isRunning(pid)).toBe(true);
    parent.kill(signal);
    await expect.poll(() => isRunning(pid)).toBe(false);
  },
);

test('a program returns its exit code, its output and the processor time of its child processes', async () => {
  const work = 'const end = process.cpuUsage().user + 3e5; while (process.cpuUsage().user < end);';
  const script = '"$0" -e "$1"; echo out; echo err >&2; exit 3';
  const ended = await run('sh', ['-c', script, process.execPath, work], { quiet: true });
  expect(ended).toMatchObject({ code: 3, output: 'out\nerr\n' });
  expect(ended.cpu).toBeGreaterThanOrEqual(0.3);
});
