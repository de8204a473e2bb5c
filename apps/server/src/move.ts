import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runMove } from './operations/archive/run-move.ts';
import { setUpProcess } from './cli/set-up-process.ts';

/** Both src/move.ts and dist/move.js lie three folders below the root. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

setUpProcess();
runMove(root, process.env, process.argv.slice(2)).then(
  (told) => console.log(told),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
