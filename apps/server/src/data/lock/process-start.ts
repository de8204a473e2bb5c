import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { isSystemError } from '../../http/system-error.ts';

/**
 * Returns a text that differs between two processes that get the same id one after the other, also across a reboot.
 * Empty if the system has neither /proc nor `ps`.
 */
export async function processStart(pid: number): Promise<string> {
  try {
    const [boot, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // The name in the second field may contain spaces and brackets; the start time is the 22nd field.
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${boot.trim()}/${afterName[19] ?? ''}`;
  } catch {
    return readProcess(pid, 'lstart');
  }
}

/**
 * Asks `ps` about a process, on a system without /proc.
 * @param column its command line, or when it started
 * @returns empty if there is no such process, or no `ps`
 */
export function readProcess(pid: number, column: 'command' | 'lstart'): Promise<string> {
  const args = ['-ww', '-o', `${column}=`, '-p', String(pid)];
  // The time must not depend on settings, which can differ between two starts.
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
  return new Promise((resolve) => {
    execFile('ps', args, { env }, (error, output) => resolve(error ? '' : output.trim()));
  });
}

/** Returns whether the process of that id is running and the same one. */
export async function isSameProcess(pid: number, start: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!isSystemError(error, 'EPERM')) return false;
  }
  const current = await processStart(pid);
  return current === '' || start === '' || current === start;
}
