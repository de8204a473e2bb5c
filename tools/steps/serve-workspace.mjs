// Starts the same server as `npm start`, with hot reload of shell, remotes and server. Stops when the process exits.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { devPorts } from '../../.config/ports.mjs';
import { remoteNames } from '../release/build/remotes.mjs';
import { isInUse } from './free-port.mjs';
import { getBinPath, mustRun, root, step } from './run.mjs';

const server = path.join(root, 'apps/server');
const ports = Object.values(devPorts);
const address = `http://localhost:${devPorts.shell}`;
for (const port of ports)
  if (await isInUse(port)) {
    const other = devPorts.shell + 100;
    console.error(
      `Port ${port} is in use. Stop what uses it, or choose other ports: PORT=${other} npm run dev`,
    );
    process.exit(1);
  }
await step('server', () =>
  mustRun('Building the server', getBinPath('vite'), ['build'], { cwd: server }),
);

/** @type {import('node:child_process').ChildProcess[]} */
const children = [];
/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} [env]
 */
function start(command, args, cwd, env = {}) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
  children.push(child);
  child.once('exit', (code) => code && stop(code));
}

let stopping = false;
/** Stops all processes, since the page does not work without any one of them. @param {number} code */
function stop(code) {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
  process.exitCode = code;
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0));

// Mails and links lead to the shell's dev server.
const env = {
  PORT: String(devPorts.backend),
  HOMIE_SITE_URL: address,
  // Dev servers serve the remotes, and the remotes change while a page is open.
  HOMIE_REMOTE_ORIGINS: ports.map((port) => `http://localhost:${port}`).join(),
  HOMIE_REQUIRE_INTEGRITY: 'false',
};
// Without its entry, which an emptied folder lacks for a moment, Node would watch nothing and never start the server.
start(getBinPath('vite'), ['build', '--watch', '--no-emptyOutDir', '--logLevel', 'warn'], server);
const watched = ['apps/server/dist/homie.js', 'supabase/migrations', 'supabase/seed'];
start(
  process.execPath,
  [...watched.map((file) => `--watch-path=${path.join(root, file)}`), 'dist/homie.js', 'start'],
  server,
  env,
);
for (const app of ['shell', ...remoteNames()]) {
  start(getBinPath('vite'), ['--logLevel', 'warn'], path.join(root, 'apps', app));
}
console.log(`\n  ${address} once the servers are up\n`);
