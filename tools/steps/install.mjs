// Installs the workspace's packages, only when the lock file, a patch or the installation itself has changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mustRun, root } from './run.mjs';

const stamp = path.join(root, 'node_modules/.homie-installed');

function hashLockFile() {
  const patches = readdirSync(path.join(root, 'patches'))
    .toSorted()
    .map((name) => `patches/${name}`);
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', ...patches]) {
    hash.update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

/** Exits with an error message if Node is older than the workspace requires. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Second Homie needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/**
 * Installs packages of the lock file and applies `patches/`, unless they are installed and both are unchanged. Once
 * everything is installed, it stays so.
 * @param {{ toStart?: boolean }} [options] `toStart`: not the `devDependencies`, which `npm start` does not need
 */
export async function install({ toStart = false } = {}) {
  const hash = hashLockFile();
  const [installed, extent] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  const wanted = toStart && extent !== 'all' ? 'start' : 'all';
  if (installed === hash && extent === wanted) return;
  // `npm ci` would first remove what is there already.
  const isAdding = installed === hash;
  const command = isAdding ? ['install', '--no-save'] : ['ci'];
  const packages = wanted === 'start' ? '--omit=dev' : '--include=dev';
  const args = [...command, packages, '--no-audit', '--no-fund'];
  await mustRun('Installing the packages', 'npm', args);
  writeFileSync(stamp, `${hash} ${wanted}`);
}
