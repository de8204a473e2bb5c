import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../http/free-port.ts';
import { isSystemError } from '../../../http/system-error.ts';
import { readProcess } from '../../lock/process-start.ts';
import { findPrograms } from './find-programs.ts';
import { giveToPostgres, runProgram } from './run-program.ts';
import {
  createSocketFolder,
  getSocketFolder,
  removeSocketLocks,
  usesSockets,
} from './socket-folder.ts';

const ASK_EVERY_MS = 20;
/** Crash recovery of a busy server takes seconds. */
const START_PATIENCE_MS = 120_000;
const STOP_PATIENCE_MS = 10_000;
const PRINTED_LINES = 20;

/** A running PostgreSQL. */
export interface Postmaster {
  pid: number;
  /** Resolves when it has exited, to a description of the exit. */
  ended: Promise<string>;
  /** Closes connections and stops, within seconds. */
  stop(): Promise<void>;
  /** Requests a stop, without waiting. */
  signal(): void;
}

export interface PostmasterOptions {
  /** Also listens on this port of 127.0.0.1. */
  port?: number;
  /** Settings in addition to those in `postgresql.conf`. */
  settings?: Readonly<Record<string, string>>;
  /** Receives the lines that PostgreSQL logs on a fatal error. */
  log?: (line: string) => void;
}

/**
 * Starts PostgreSQL and waits until it accepts connections. Stops one that an earlier process left running first.
 * @param folder of the cluster
 * @throws Error with the output of PostgreSQL
 */
export async function startPostmaster(
  folder: string,
  { port, settings = {}, log = () => {} }: PostmasterOptions = {},
): Promise<Postmaster> {
  await stopLeftOver(folder);
  giveToPostgres(folder);
  if (usesSockets) await createSocketFolder(folder);
  const listenOn = port ?? (usesSockets ? undefined : await freePort());
  const all = {
    ...settings,
    listen_addresses: listenOn === undefined ? '' : '127.0.0.1',
    unix_socket_directories: usesSockets ? getSocketFolder(folder) : '',
    port: String(usesSockets && port === undefined ? 5432 : listenOn),
  };
  const child = runProgram(
    findPrograms().postgres,
    ['-D', folder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const printed: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => {
    const lines = chunk.toString().trim().split('\n');
    printed.push(...lines);
    printed.splice(0, printed.length - PRINTED_LINES);
    for (const line of lines) if (/\bPANIC:/.test(line)) log(`PostgreSQL: ${line}`);
  });
  const ended = waitForExit(child);
  await waitUntilReady(folder, child, ended, printed);
  const pid = child.pid ?? 0;
  const signal = () => void (child.exitCode ?? child.signalCode ?? child.kill('SIGINT'));
  return { pid, ended, signal, stop: () => stopChild(folder, child, ended) };
}

async function waitForExit(child: ChildProcess): Promise<string> {
  const [code, signal] = await once(child, 'exit').catch((error: unknown) => [String(error)]);
  return signal ? `signal ${signal}` : `exit code ${code}`;
}

async function waitUntilReady(
  folder: string,
  child: ChildProcess,
  ended: Promise<string>,
  printed: readonly string[],
): Promise<void> {
  let how: string | undefined;
  void ended.then((text) => (how = text));
  const until = performance.now() + START_PATIENCE_MS;
  while (performance.now() < until) {
    const { pid, status } = await readPidFile(folder);
    if (pid === child.pid && status === 'ready') return;
    if (how !== undefined) break;
    await delay(ASK_EVERY_MS);
  }
  child.kill('SIGQUIT');
  throw new Error(`PostgreSQL did not start (${how ?? 'too slow'}): ${printed.join('\n')}`);
}

async function stopChild(
  folder: string,
  child: ChildProcess,
  ended: Promise<string>,
): Promise<void> {
  // On Windows a signal would be a crash.
  if (usesSockets) child.kill('SIGINT');
  else
    await once(
      runProgram(findPrograms().pgCtl, ['stop', '-D', folder, '-m', 'fast'], {
        folder,
        stdio: 'ignore',
      }),
      'exit',
    );
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    const isOver = await Promise.race([
      ended.then(() => true),
      delay(STOP_PATIENCE_MS, false, { ref: false }),
    ]);
    if (isOver) return;
    child.kill(signal);
  }
  await ended;
}

/** Reads the lock file of PostgreSQL: https://www.postgresql.org/docs/17/storage-file-layout.html */
async function readPidFile(folder: string): Promise<{ pid?: number; status?: string }> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  return lines[0] ? { pid: Number(lines[0]), status: lines[7] ?? '' } : {};
}

/**
 * Stops the orphaned PostgreSQL of a killed server, and removes lock files that would prevent a new one from starting:
 * the process ids in them may belong to other processes by now.
 */
async function stopLeftOver(folder: string): Promise<void> {
  const { pid } = await readPidFile(folder);
  if (pid !== undefined) await stopProcess(folder, pid);
  await rm(join(folder, 'postmaster.pid'), { force: true });
  if (usesSockets) await removeSocketLocks(folder);
}

async function stopProcess(folder: string, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const until = performance.now() + STOP_PATIENCE_MS;
    if (await isPostmasterRunning(folder, pid)) process.kill(pid, signal);
    while (performance.now() < until) {
      if (!(await isPostmasterRunning(folder, pid))) return;
      await delay(ASK_EVERY_MS);
    }
  }
  throw new Error(`The PostgreSQL of an earlier process (number ${pid}) does not stop.`);
}

/**
 * Returns whether the process is the PostgreSQL of this cluster, whose folder is its working directory and an argument of
 * its command.
 */
async function isPostmasterRunning(folder: string, pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!isSystemError(error, 'EPERM')) return false;
  }
  if (!existsSync('/proc/self/cwd'))
    return (await readProcess(pid, 'command')).includes(` -D ${folder} `);
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return cwd === (await realpath(folder));
}
