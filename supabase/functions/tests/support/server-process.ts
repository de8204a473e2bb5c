import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';

const packageRoot = resolve(import.meta.dirname, '../../../local');
const program = join(packageRoot, 'dist/main.js');

/** The server as people run it, alone in its process, with the demo accounts. */
export interface ServerProcess {
  url: string;
  publishableKey: string;
  /** What it holds in memory, in bytes: now, and at most since the last call of `forgetPeak`. */
  memory(): Promise<{ now: number; peak: number }>;
  forgetPeak(): Promise<void>;
  stop(): Promise<void>;
}

/** Memory of a process is told by Linux. */
export const CAN_MEASURE = existsSync('/proc/self/clear_refs');

export async function startServerProcess(port: number): Promise<ServerProcess> {
  if (!existsSync(program)) await build({ root: packageRoot, logLevel: 'warn' });
  const folder = await mkdtemp(join(tmpdir(), 'homie-memory-'));
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'], PORT: String(port), HOMIE_DATA: folder, DEMO_DELAY_MS: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await new Promise<void>((ready, failed) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('Stop with Ctrl-C')) ready();
    });
    void exited.then(() => failed(new Error('The server ended before it was ready')));
  });
  const { publishableKey } = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')) as {
    publishableKey: string;
  };
  const proc = `/proc/${child.pid}`;
  return {
    url: `http://localhost:${port}`,
    publishableKey,
    async memory() {
      const status = await readFile(`${proc}/status`, 'utf8');
      const kilobytes = (name: string) =>
        Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
      return { now: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 };
    },
    forgetPeak: () => writeFile(`${proc}/clear_refs`, '5'),
    async stop() {
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
