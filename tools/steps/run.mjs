// Runs other programs from the npm scripts.
import { spawn } from 'node:child_process';
import path from 'node:path';

/** Root folder of the workspace. */
export const root = path.resolve(import.meta.dirname, '../..');

/** How long programs have to exit after SIGTERM, in ms. */
const PATIENCE = 10_000;

/**
 * Runs a command in the shell's process group. Terminates the group if this process is gone, which closes file 4, and
 * writes the processor time of all its processes to file 3.
 */
const SUPERVISE = `
(read -r _ <&4; kill -TERM 0) >/dev/null 2>&1 &
"$@" 3>&- 4<&-
code=$?
times >&3
{ kill $!; wait $!; } >/dev/null 2>&1
exit $code`;

/** Process groups of the programs that run. @type {Set<number>} */
const groups = new Set();
let isTerminating = false;

/** @param {number} group @param {NodeJS.Signals | 0} signal @returns whether the group had a process */
function signalGroup(group, signal) {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

/** Terminates all programs with their child processes, and exits. @param {NodeJS.Signals} signal */
async function terminate(signal) {
  isTerminating = true;
  const end = performance.now() + PATIENCE;
  for (const group of groups) signalGroup(group, 'SIGTERM');
  while ([...groups].some((group) => signalGroup(group, 0)) && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 50));
  for (const group of groups) signalGroup(group, 'SIGKILL');
  process.exit(signal === 'SIGINT' ? 130 : 143);
}

/** @param {number} group */
function addGroup(group) {
  if (groups.size === 0)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, terminate);
  groups.add(group);
}

/** @param {number} group */
function removeGroup(group) {
  groups.delete(group);
  if (groups.size === 0)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, terminate);
}

/**
 * Returns the seconds that the shell's `times` prints for child processes, e.g. `0m1.5s 0m0.5s` in the second line.
 * @param {string} times
 */
function readSeconds(times) {
  const [, children = ''] = times.split('\n');
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

/**
 * Runs a program until it exits. It is terminated, with its child processes, if this process is.
 * @param {string} command program or path
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, cwd?: string }} [options] `quiet` hides the output unless the
 *   program fails
 * @returns {Promise<{ code: number, output: string, cpu: number }>} `output` only when `quiet`; `cpu` is the processor
 *   time of the program and its child processes, in seconds
 */
export function run(command, args, { env = {}, quiet = false, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const output = quiet ? 'pipe' : 'inherit';
    const child = spawn('sh', ['-c', SUPERVISE, 'sh', command, ...args], {
      cwd,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', output, output, 'pipe', 'pipe'],
    });
    const { pid } = child;
    if (pid !== undefined) addGroup(pid);
    let printed = '';
    let times = '';
    child.stdout?.on('data', (chunk) => (printed += chunk));
    child.stderr?.on('data', (chunk) => (printed += chunk));
    child.stdio[3]?.on('data', (chunk) => (times += chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      // Its failure is not a result.
      if (isTerminating) return;
      if (pid !== undefined) removeGroup(pid);
      resolve({ code: code ?? 1, output: printed, cpu: readSeconds(times) });
    });
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
