// Builds everything that has changed and composes the remotes of this machine's environment.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mustRun, getBinPath, root } from './run.mjs';
import { compose } from './compose.mjs';

const stamp = path.join(root, 'node_modules/.homie-built');
const INPUTS = 'apps libs supabase .config nx.json package.json package-lock.json'.split(' ');
const OUTPUTS = /^(dist|dist-types|node_modules)$|\.tsbuildinfo$/;

/** Returns a hash of the paths, sizes and modification times of all files that a build can depend on. */
function hashInputs() {
  const hash = createHash('sha256');
  /** @param {string} file relative to the root */
  function add(file) {
    const stats = lstatSync(path.join(root, file));
    if (!stats.isDirectory()) return void hash.update(`${file} ${stats.size} ${stats.mtimeMs}\n`);
    for (const name of readdirSync(path.join(root, file)))
      if (!OUTPUTS.test(name)) add(`${file}/${name}`);
  }
  INPUTS.forEach(add);
  return hash.digest('hex');
}

/** @param {string} inputs hash */
function isBuilt(inputs) {
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== inputs) return false;
  return readdirSync(path.join(root, 'apps')).every((app) =>
    existsSync(path.join(root, 'apps', app, 'dist')),
  );
}

/**
 * Builds shell, remotes and server (Nx skips unchanged projects) and releases them into the environment `local`. Leaves
 * builds alone if no file has changed since: without its daemon Nx deletes and restores even those that are unchanged,
 * and a server that runs from them answers 503 in between.
 */
export async function build() {
  const inputs = hashInputs();
  if (!isBuilt(inputs)) {
    rmSync(stamp, { force: true });
    await mustRun('Building', getBinPath('nx'), ['run-many', '-t', 'build'], {
      env: { NX_DAEMON: 'false', NX_TUI: 'false' },
    });
    writeFileSync(stamp, inputs);
  }
  await compose();
}
