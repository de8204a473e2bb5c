import { spawn } from 'node:child_process';
import { getBinPath, root } from '../../steps/run.mjs';
import { Failure } from '../failure.mjs';

/** Environment at the start of the process: Vite changes NODE_ENV if it runs in this process. */
const started = { ...process.env };

/**
 * Runs a tool of the workspace and hides its output unless it fails.
 * @param {string} what name of the task, for people: "the types", "the tests"
 * @param {string} tool
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, signal?: AbortSignal }} [options] `signal` stops it when
 *   another check has failed
 */
export async function runTool(what, tool, args, { cwd = root, env, signal } = {}) {
  const child = spawn(getBinPath(tool), args, {
    cwd,
    signal,
    env: { ...started, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (ended) => resolve(ended ?? 1));
  });
  if (code !== 0) throw new Failure(`${output.trim()}\n\n${what} failed. The lines above say why.`);
}

/**
 * Runs checks concurrently. If one fails, aborts the others and rejects with its error.
 * @template {readonly Promise<unknown>[] | []} T
 * @param {(signal: AbortSignal) => T} start starts the checks; `signal` aborts them
 * @returns result of each check
 */
export async function sideBySide(start) {
  const abort = new AbortController();
  const running = start(abort.signal);
  const outcomes = await Promise.allSettled(
    running.map((check) =>
      check.catch((error) => {
        abort.abort();
        throw error;
      }),
    ),
  );
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  const cause = failures.find(({ reason }) => reason.name !== 'AbortError') ?? failures[0];
  if (cause) throw cause.reason;
  return Promise.all(running);
}
