import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUpProcess } from './cli/set-up-process.ts';
import { changeProfiles } from './operations/profiles/change-profiles.ts';

/** Both src/profiles.ts and dist/profiles.js lie three folders below the root. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

setUpProcess();
changeProfiles(root, process.env, process.argv.slice(2)).then(
  (told) => console.log(told),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
