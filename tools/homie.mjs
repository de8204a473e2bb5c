// `npm run homie -- <command>`: the command line. `npm run homie -- --help` lists the commands.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNode, install } from './steps/install.mjs';
import { getBinPath, root, step } from './steps/run.mjs';

checkNode();
const program = path.join(root, 'apps/server/dist/homie.js');
// The first administrator may be added before the first start.
if (!existsSync(program)) await import('./build.mjs');
// It runs the checks of what it releases.
if (process.argv[2]?.startsWith('release') && !existsSync(getBinPath('tsc')))
  await step('packages', install);
await import(pathToFileURL(program).href);
