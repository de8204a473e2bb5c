import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { freePort } from '../http/free-port.ts';

const packageRoot = resolve(import.meta.dirname, '../..');
const program = join(packageRoot, 'dist/homie.js');

/** The server in a separate process, as in production. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Returns its output so far. */
  output(): string;
  /**
   * Sends a signal and waits for the exit.
   * @returns the exit code; null if a signal killed it
   */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts the built server and waits until it reports that it is ready.
 * @param environment settings in addition to its port; may also override PORT
 * @throws Error with its output if it exits first
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
