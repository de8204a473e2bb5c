import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { freePort } from '../http/free-port.ts';

const packageRoot = resolve(import.meta.dirname, '../..');
const program = join(packageRoot, 'dist/homie.js');

/** The server as people run it, in a process of its own. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** What it has printed so far. */
  output(): string;
  /** Sends a signal and waits for the end. @returns the exit code; null for one that a signal ended */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts the built server and waits until it says that it is ready.
 * @param environment settings beside its port; PORT sets that too
 * @throws Error with what it printed when it ends before
 */
export async function startServerProcess(
  environment: Record<string, string>,
  ...flags: string[]
): Promise<ServerProcess> {
  if (!existsSync(program)) await build({ root: packageRoot, logLevel: 'warn' });
  const port = environment['PORT'] ?? String(await freePort());
  const child = spawn(process.execPath, [program, 'start', ...flags], {
    env: { PATH: process.env['PATH'], ...environment, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let printed = '';
  await new Promise<void>((ready, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        if (/Stop with Ctrl-C|"Ready at /.test(printed)) ready();
      });
    void exited.then(() => failed(new Error(`The server ended early:\n${printed}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => printed,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
}
