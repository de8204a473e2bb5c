// Preloaded into a command: kills its process, as a power cut would, before the HOMIE_END_AT-th change on disk.
import { createRequire, syncBuiltinESMExports } from 'node:module';

/** @type {Record<'writeFile' | 'rename' | 'link' | 'rm', (...args: unknown[]) => Promise<unknown>>} */
const disk = createRequire(import.meta.url)('node:fs/promises');
const fatal = Number(process.env.HOMIE_END_AT);
let steps = 0;
/** @type {(keyof typeof disk)[]} */
const changes = ['writeFile', 'rename', 'link', 'rm'];
for (const change of changes) {
  const carryOut = disk[change];
  disk[change] = (...args) => {
    steps += 1;
    if (steps === fatal) process.kill(process.pid, 'SIGKILL');
    return steps >= fatal ? new Promise(() => undefined) : carryOut(...args);
  };
}
syncBuiltinESMExports();
