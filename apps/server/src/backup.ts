import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runBackup } from './operations/archive/run-backup.ts';
import { setUpProcess } from './cli/set-up-process.ts';

/** Both src/backup.ts and dist/backup.js lie three folders below the root. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

setUpProcess();
runBackup(root, process.env, process.argv.slice(2)).then(
  (told) => console.log(told),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
