// `npm run backup -- make FILE`: everything into one file, and back. Works whether the server runs or not.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNode } from './steps/install.mjs';
import { root } from './steps/run.mjs';

checkNode();
const program = path.join(root, 'apps/server/dist/backup.js');
if (!existsSync(program)) {
  console.error('Second Homie is not built yet: run `npm start` once.');
  process.exit(1);
}
await import(pathToFileURL(program).href);
