// Runs other programs from the npm scripts.
import { spawn } from 'node:child_process';
import path from 'node:path';

/** Root folder of the workspace. */
export const root = path.resolve(import.meta.dirname, '../..');

/**
 * Runs a program until it exits.
 * @param {string} command program or path
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, cwd?: string }} [options] `quiet` hides the output unless the
 *   program fails
 * @returns {Promise<{ code: number, output: string }>} `output` only when `quiet`
 */
export function run(command, args, { env = {}, quiet = false, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a program and exits if it fails.
 * @param {string} what name of the task, for the error message
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 */
export async function mustRun(what, command, args, options = {}) {
  const { code, output } = await run(command, args, { ...options, quiet: true });
  if (code === 0) return;
  console.error(output);
  console.error(`\n${what} failed (exit code ${code}). The lines above say why.`);
  process.exit(1);
}

/**
 * Runs a step, and prints its name and how long it took.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const started = performance.now();
  process.stdout.write(`  ${name} … `);
  const result = await work();
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(`${seconds < 0.05 ? 'nothing to do' : `${seconds.toFixed(1)} s`}\n`);
  return result;
}

/** Returns the path of a program that npm installed in the workspace. @param {string} name */
export function getBinPath(name) {
  return path.join(root, 'node_modules/.bin', name);
}
