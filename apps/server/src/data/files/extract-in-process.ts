import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExtractFile } from '../../../../../supabase/functions/_shared/domain/extract/extracted-file.ts';
import {
  EXTRACTION_LIMITS,
  nothing,
  type ExtractedFile,
} from '../../../../../supabase/functions/_shared/domain/extract/extracted-file.ts';
import {
  tookTooLongForAny,
  unreadable,
} from '../../../../../supabase/functions/_shared/domain/extract/notes.ts';
import type { ExtractionMessage } from './extraction-worker.ts';

/** Memory limit of a process, in addition to the file itself. */
const MEMORY_MB = 384;
/** The process has its own timeout; one that hangs in a library is killed a little later. */
const PATIENCE_MS = EXTRACTION_LIMITS.milliseconds + 5_000;

/** Name of the flag from Node 22 on, and before. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/**
 * Returns the flags that restrict a process to reading its own code and packages: no other file, no writes, no child
 * processes, and no network where Node can refuse it (from 25 on).
 */
function permissionFlags(program: string): string[] {
  const folders = [dirname(program), ...(createRequire(program).resolve.paths('any') ?? [])];
  return [PERMISSION, ...folders.map((folder) => `--allow-fs-read=${folder}/*`)];
}

/**
 * Reads each file in a separate process, which is killed afterwards with all its memory. A file that needs too much
 * memory or time affects no other request. A thread would not do: if it runs out of memory, it can crash the server. A
 * file that exploits a library is confined to a process that may read nothing but code.
 * @param worker the built `extraction-worker.ts`
 */
export function extractInProcess(worker: URL, patienceMs = PATIENCE_MS): ExtractFile {
  const program = fileURLToPath(worker);
  const execArgv = [`--max-old-space-size=${MEMORY_MB}`, ...permissionFlags(program)];
  return ({ name, bytes }, { onProgress } = {}) =>
    new Promise<ExtractedFile>((resolve) => {
      const child = fork(program, [], {
        execArgv,
        serialization: 'advanced',
        // Its libraries print content of files, and none of them needs our secrets.
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        env: {},
      });
      const end = (result: ExtractedFile) => {
        clearTimeout(timer);
        resolve(result);
        child.kill('SIGKILL');
      };
      const timer = setTimeout(() => end(nothing(tookTooLongForAny(name))), patienceMs);
      child.on('message', (received) => {
        const message = received as ExtractionMessage; // our own code on the other side
        if ('progress' in message) onProgress?.(message.progress);
        else end(message.result);
      });
      child.once('error', () => end(nothing(unreadable(name))));
      // Out of memory.
      child.once('exit', () => end(nothing(unreadable(name))));
      child.send({ name, bytes }, (error) => {
        if (error) end(nothing(unreadable(name)));
      });
    });
}
