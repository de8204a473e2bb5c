import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExtractFile } from '../../../../../supabase/functions/_shared/domain/extract/extract-file.ts';
import {
  EXTRACTION_LIMITS,
  nothing,
  type ExtractedFile,
} from '../../../../../supabase/functions/_shared/domain/extract/extracted-file.ts';
import {
  tookTooLongForAny,
  unreadable,
} from '../../../../../supabase/functions/_shared/domain/extract/notes.ts';

/** What a process may keep beside the file itself. */
const MEMORY_MB = 384;
/** It keeps to its own time; one that hangs in a library is ended a little later. */
const PATIENCE_MS = EXTRACTION_LIMITS.milliseconds + 5_000;

/** Its name from Node 22 on, and before. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/**
 * Returns the flags that leave a process the reading of its own code and packages: no other file, nothing to write, no
 * further process, and no network where Node can refuse it (from 25 on).
 */
function permissionFlags(program: string): string[] {
  const folders = [dirname(program), ...(createRequire(program).resolve.paths('any') ?? [])];
  return [PERMISSION, ...folders.map((folder) => `--allow-fs-read=${folder}/*`)];
}

/**
 * Reads each file in a process of its own, which is gone afterwards with all its memory. A file that would take too much
 * of it, or too long, costs nobody else anything. A thread would not do: one that runs out of memory can take the server
 * with it. A file that takes a library over finds a process that may read nothing but code.
 * @param worker the built `extraction-worker.ts`
 */
export function extractInProcess(worker: URL, patienceMs = PATIENCE_MS): ExtractFile {
  const program = fileURLToPath(worker);
  const execArgv = [`--max-old-space-size=${MEMORY_MB}`, ...permissionFlags(program)];
  return ({ name, bytes }) =>
    new Promise<ExtractedFile>((resolve) => {
      const child = fork(program, [], {
        execArgv,
        serialization: 'advanced',
        // Its libraries tell of what they meet in files, and none of them needs a secret of ours.
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        env: {},
      });
      const end = (result: ExtractedFile) => {
        clearTimeout(timer);
        resolve(result);
        child.kill('SIGKILL');
      };
      const timer = setTimeout(() => end(nothing(tookTooLongForAny(name))), patienceMs);
      child.once('message', (result) => end(result as ExtractedFile)); // our own code on the other side
      child.once('error', () => end(nothing(unreadable(name))));
      // Out of memory.
      child.once('exit', () => end(nothing(unreadable(name))));
      child.send({ name, bytes }, (error) => {
        if (error) end(nothing(unreadable(name)));
      });
    });
}
