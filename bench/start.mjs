// Measures the time of `npm start` on a clone that has been built, until a browser can use the page, as a ratio to
// starting the built server alone: the difference is the cost of the setup.
//
//   node bench/start.mjs
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '..');
const port = 4291;

/** Returns the milliseconds until the application's page and the manifest respond. */
async function untilUsable(command, args, data) {
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PORT: String(port), HOMIE_DATA: data },
    stdio: 'ignore',
  });
  const answers = async (address) =>
    (
      await fetch(`http://127.0.0.1:${port}${address}`, { headers: { accept: 'text/html' } }).catch(
        () => undefined,
      )
    )?.ok;
  while (!((await answers('/app')) && (await answers('/remotes.json')))) {
    if (child.exitCode) throw new Error(`The start ended with ${child.exitCode}`);
    await delay(20);
  }
  const elapsed = performance.now() - started;
  child.kill('SIGTERM');
  // npm exits at once; the server has exited when it has released the data folder.
  while (existsSync(path.join(data, 'server.lock'))) await delay(20);
  return elapsed;
}

const median = (numbers) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

const data = mkdtempSync(path.join(tmpdir(), 'homie-bench-'));
const server = [process.execPath, [path.join(root, 'apps/server/dist/homie.js'), 'start']];
const start = ['npm', ['start', '--silent']];
await untilUsable(...start, data); // builds, and creates the database
/** @type {{ start: number[], server: number[] }} */
const times = { start: [], server: [] };
for (let round = 0; round < 3; round += 1) {
  times.server.push(await untilUsable(...server, data));
  times.start.push(await untilUsable(...start, data));
}
rmSync(data, { recursive: true, force: true });
console.log(`npm start, until usable: ${(median(times.start) / 1000).toFixed(1)} s`);
console.log(`the server alone:        ${(median(times.server) / 1000).toFixed(1)} s`);
console.log(`ratio:                   ${(median(times.start) / median(times.server)).toFixed(2)}`);
