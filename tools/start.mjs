// `npm start`: sets up whatever is missing and serves the whole product on one origin.
// Options go to the server: `npm start -- --reset`.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './steps/build.mjs';
import { checkNode, install } from './steps/install.mjs';
import { root, step } from './steps/run.mjs';

checkNode();
console.log('Second Homie');
await step('packages', install);
await step('build', build);

// In this process, so that Ctrl-C reaches the server itself and no child is left behind.
process.argv.splice(2, 0, 'start');
await import(pathToFileURL(path.join(root, 'apps/server/dist/homie.js')).href);

// A signal to npm ends npm and the shell between us, and never comes here. Who has lost the parent
// that asked for the server has been stopped.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 500);
watch.unref();
