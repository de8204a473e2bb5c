// `npm start`: sets up whatever is missing and serves the whole product on one origin.
// Options go to the server: `npm start -- --reset`.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './steps/run.mjs';

console.log('Second Homie');
await import('./build.mjs');

// Runs the server in this process, so that it receives Ctrl-C itself and no child process remains.
process.argv.splice(2, 0, 'start');
await import(pathToFileURL(path.join(root, 'apps/server/dist/homie.js')).href);

// A signal to npm terminates npm and the shell between us, and never arrives here. If the parent process is gone, the
// server has been stopped.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 500);
watch.unref();
