// Measures a release of chat: building and checking it, publishing it, rolling it back.
// `node bench/release.mjs`, on a quiet machine.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'homie-release-bench-'));
const env = { ...process.env, HOMIE_RELEASES: folder };
const built = path.join(folder, 'builds/chat');

function timeCommand(command, ...args) {
  const script = path.join(root, 'tools/release/commands', `${command}.mjs`);
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  return { seconds: (performance.now() - started) / 1000, stdout };
}

const results = [];
function wanted(what, seconds, limit) {
  results.push({ what, seconds, limit });
  console.log(`${what.padEnd(34)}${seconds.toFixed(1).padStart(6)} s   at most ${limit} s`);
}

try {
  timeCommand('release', 'shell', '--env', 'staging');
  // Releases another build first, so that there is a release to roll back to.
  cpSync(path.join(root, 'apps/chat/dist'), built, { recursive: true });
  writeFileSync(path.join(built, 'assets/bench.js'), 'export {};');
  timeCommand('release', 'chat', '--env', 'staging', '--build', built);
  const { seconds, stdout } = timeCommand('release', 'chat', '--env', 'staging');
  wanted('release of chat', seconds, 30);
  wanted('of which publishing', Number(/✓ publish\s+([\d.]+) s/.exec(stdout)?.[1]), 2);
  wanted('rollback of chat', timeCommand('rollback', 'chat', '--env', 'staging').seconds, 2);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(results.every(({ seconds, limit }) => seconds <= limit) ? 0 : 1);
