// `npm start`: sets up whatever is missing and serves the whole product on one origin.
// Options go to the server: `npm start -- --reset`.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { build } from './steps/build.mjs';
import { checkNode, install } from './steps/install.mjs';
import { root, step } from './steps/run.mjs';

checkNode();
console.log('Second Homie');
await step('packages', install);
await step('build', build);

const server = spawn(
  process.execPath,
  [path.join(root, 'supabase/local/dist/main.js'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
// The server stops itself on these; this process waits for it so that the terminal stays quiet.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => server.kill(signal));
}
server.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
