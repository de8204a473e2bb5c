// `npm run users -- list`: accounts, for operators. `npm run users -- add --admin me@example.org` makes the first one.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './steps/build.mjs';
import { checkNode, install } from './steps/install.mjs';
import { root, step } from './steps/run.mjs';

checkNode();
const program = path.join(root, 'apps/server/dist/users.js');
// The first administrator may be made before anything was started.
if (!existsSync(program)) {
  await step('packages', install);
  await step('build', build);
}
await import(pathToFileURL(program).href);
