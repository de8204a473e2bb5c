// `npm run move -- export FILE`: an installation into one file, and from there into PostgreSQL or Supabase.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNode } from './steps/install.mjs';
import { root } from './steps/run.mjs';

checkNode();
const program = path.join(root, 'apps/server/dist/move.js');
if (!existsSync(program)) {
  console.error('Second Homie is not built yet: run `npm start` once.');
  process.exit(1);
}
await import(pathToFileURL(program).href);
