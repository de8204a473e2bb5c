import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const root = resolve(import.meta.dirname, '../../../..');

/** Path of the Deno binary of the `deno` package for this machine. */
const deno = (
  createRequire(import.meta.url)('deno/install_api.cjs') as { runInstall(): string }
).runInstall();

const environment = { PATH: process.env['PATH'], NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' };

/** Returns the Deno options for a function: its import map, and where packages may be loaded from. */
function optionsFor(functionName: string): string[] {
  return [
    // Each function is deployed with its own import map. Nothing is fetched: the packages are installed.
    `--import-map=supabase/functions/${functionName}/deno.json`,
    '--node-modules-dir=manual',
    '--no-remote',
    '--no-lock',
  ];
}

/** Runs Deno until it exits. @returns exit code, stdout and stderr */
export function runDeno(
  command: string,
  functionName: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = root,
): Promise<{ code: number; output: string; errors: string }> {
  return new Promise((done) => {
    const all = [command, ...optionsFor(functionName), ...args];
    const options = { cwd, env: { ...environment, HOME: process.env['HOME'], ...env } };
    const child = execFile(deno, all, { ...options, maxBuffer: 64e6 }, (_, output, errors) =>
      done({ code: child.exitCode ?? 1, output, errors }),
    );
  });
}

/** A function that runs on Deno. */
export interface DenoFunction {
  url: string;
  /** Returns the lines logged so far. */
  lines(): readonly string[];
  stop(): Promise<void>;
}

/** Serves a function's `index.ts` as its host does, with the permissions of a host and the given variables. */
export async function serveOnDeno(
  functionName: string,
  variables: Record<string, string>,
): Promise<DenoFunction> {
  const folder = await mkdtemp(join(tmpdir(), 'homie-deno-'));
  const granted = ['--no-prompt', '--allow-net', '--allow-env', '--allow-read'];
  const place = ['--host=127.0.0.1', '--port=0'];
  const entry = `supabase/functions/${functionName}/index.ts`;
  const child = spawn(
    deno,
    ['serve', ...optionsFor(functionName), '--no-check', ...granted, ...place, entry],
    {
      cwd: root,
      env: { ...environment, DENO_DIR: folder, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const exited = once(child, 'exit');
  const said: string[] = [];
  createInterface(child.stdout).on('line', (line) => said.push(line));
  const url = await new Promise<string>((listening, failed) => {
    createInterface(child.stderr).on('line', (line) => {
      said.push(line);
      const found = /Listening on (http:\S+?)\/? ?(?:\(|$)/.exec(line)?.[1];
      if (found !== undefined) listening(found);
    });
    void exited.then(() => failed(new Error(said.join('\n'))));
  }).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  return {
    url,
    lines: () => said,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
