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

/** Installs the packages of the lock file and applies `patches/`, unless both are unchanged since the last installation. */
export async function install() {
  const wanted = hashLockFile();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  await mustRun('Installing the packages', 'npm', ['ci', '--no-audit', '--no-fund']);
  writeFileSync(stamp, wanted);
}
