// Measures the time in a worker's browser from an administrator's change until a conversation with its list entry, its
// file and its running reply are gone: when access is revoked, when the worker is unassigned, and when the role is
// changed.
//
//   node bench/access.mjs [--rounds 10]
import { parseArgs } from 'node:util';
import { losses } from './access/losses.mjs';
import { openWorker } from './access/worker.mjs';
import { launch, percentile } from './support/browser.mjs';
import { report } from './support/report.mjs';
import { startScriptedServer } from './support/scripted-server.mjs';

const LIMIT_MS = 5_000;
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });

/**
 * Runs every kind of access loss for the given number of rounds.
 * @returns milliseconds, by lost item
 */
async function measure() {
  const server = await startScriptedServer({});
  const browser = await launch();
  const times = {};
  try {
    server.script(
      'Go on',
      Array.from({ length: 1200 }, (_, index) => `word${index} `),
      50,
    );
    const admin = await server.signIn('admin@secondhomie.example');
    const worker = await openWorker(browser, server);
    for (const [name, loss] of Object.entries(losses))
      for (let round = 0; round < Number(values.rounds); round += 1) {
        const lost = await worker.lose(await loss(server, admin, worker.session));
        for (const [what, milliseconds] of Object.entries(lost))
          (times[`${what}, ${name}`] ??= []).push(milliseconds);
      }
    return times;
  } finally {
    await browser.close();
    await server.stop();
  }
}

const checks = Object.entries(await measure()).map(([what, milliseconds]) => ({
  name: `${what} (median ${percentile(milliseconds, 0.5).toFixed(0)})`,
  value: Math.max(...milliseconds),
  target: LIMIT_MS,
  unit: 'ms',
}));
report('Lost access, at most after', checks, { rounds: Number(values.rounds) });
