import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUpProcess } from './cli/set-up-process.ts';
import { runUsers } from './operations/users/run-users.ts';

/** Both src/users.ts and dist/users.js lie three folders below the root. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

setUpProcess();
runUsers(root, process.env, process.argv.slice(2)).then(
  (told) => console.log(told),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
