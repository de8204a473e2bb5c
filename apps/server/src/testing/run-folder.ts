import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Waits until the input is closed, which also the death of the other process does. Then stops every PostgreSQL whose
 * files are in the folder, and removes the folder.
 */
const CLEAN_UP = `
read -r _
find "$1" -name postmaster.pid | while read -r file; do
  pid=$(head -n 1 "$file")
  case $(ps -o comm= -p "$pid") in *postgres*) kill -INT "$pid" ;; *) continue ;; esac
  while kill -0 "$pid"; do sleep 0.1; done
done
rm -rf "$1"`;

/**
 * Creates a folder for the temporary files of a test run, in which this process and its child processes create theirs
 * from now on. Nothing of it remains, and no PostgreSQL in it runs on, however this process ends.
 * @returns a function that removes it
 */
export function createRunFolder(): () => Promise<void> {
  const parent = tmpdir();
  const folder = mkdtempSync(join(parent, 'homie-run-'));
  // PostgreSQL does not run as root, and has to reach its own folder.
  chmodSync(folder, 0o701);
  process.env['TMPDIR'] = folder;
  if (process.platform === 'win32') return () => rm(folder, { recursive: true, force: true });
  // In a separate session: Ctrl-C in a terminal must not reach it.
  const cleaner = spawn('sh', ['-c', CLEAN_UP, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const exited = once(cleaner, 'exit');
  cleaner.unref();
  return async () => {
    process.env['TMPDIR'] = parent;
    cleaner.ref();
    cleaner.stdin.end();
    await exited;
  };
}
