// `npm run homie -- <command>`: the command line. `npm run homie -- --help` lists the commands.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './steps/build.mjs';
import { checkNode, install } from './steps/install.mjs';
import { root, step } from './steps/run.mjs';

checkNode();
const program = path.join(root, 'apps/server/dist/homie.js');
// The first administrator may be added before the first start.
if (!existsSync(program)) {
  await step('packages', install);
  await step('build', build);
}
await import(pathToFileURL(program).href);
