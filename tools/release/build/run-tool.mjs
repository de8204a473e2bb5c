import { spawn } from 'node:child_process';
import { installed, root } from '../../steps/run.mjs';
import { Failure } from '../failure.mjs';

/** As the process was started: Vite, where it runs in this process, changes NODE_ENV. */
const started = { ...process.env };

/**
 * Runs a tool of the workspace and keeps its output back unless it fails.
 * @param {string} what it does, for people: "the types", "the tests"
 * @param {string} tool
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, signal?: AbortSignal }} [options] `signal` ends it, when another check has failed
 */
export async function runTool(what, tool, args, { cwd = root, env, signal } = {}) {
  const child = spawn(installed(tool), args, {
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
 * Runs checks side by side. When one fails the others are ended, and its failure is the answer.
 * @template {readonly Promise<unknown>[] | []} T
 * @param {(signal: AbortSignal) => T} start begins the checks; `signal` ends them
 * @returns what each of them gives
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
