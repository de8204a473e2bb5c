// Builds every app that has changed and composes the remotes of this machine's environment.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { mustRun, getBinPath, root } from './run.mjs';
import { compose } from './compose.mjs';

const stamp = path.join(root, 'node_modules/.homie-built.json');
const SHARED = 'libs supabase/functions/_shared/contracts .config package.json package-lock.json';
/** What the build of one app reads besides its own folder and what all of them read. @type {Record<string, string[]>} */
const FURTHER = { server: ['supabase/functions'] };
const UNREAD = /^(dist|dist-types|node_modules)$|\.tsbuildinfo$|\.test\.tsx?$/;

/** Returns a hash of the paths, sizes and modification times of all files that the build of an app can depend on. @param {string} app */
function hashInputs(app) {
  const hash = createHash('sha256');
  /** @param {string} file relative to the root */
  function add(file) {
    const stats = lstatSync(path.join(root, file));
    if (!stats.isDirectory()) return void hash.update(`${file} ${stats.size} ${stats.mtimeMs}\n`);
    for (const name of readdirSync(path.join(root, file)))
      if (!UNREAD.test(name)) add(`${file}/${name}`);
  }
  [`apps/${app}`, ...SHARED.split(' '), ...(FURTHER[app] ?? [])].forEach(add);
  return hash.digest('hex');
}

/** @returns {Record<string, string>} hash of the inputs of each build, by app */
function readBuilt() {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'));
  } catch {
    return {}; // Nothing was built yet, or a process was killed while it wrote.
  }
}

/**
 * Builds the shell, the remotes and the server where their files have changed, and releases them into the environment
 * `local`. Leaves the other builds alone: a server may be running from them.
 */
export async function build() {
  const built = readBuilt();
  const waiting = readdirSync(path.join(root, 'apps'))
    .map((app) => ({ app, inputs: hashInputs(app) }))
    .filter(({ app, inputs }) => {
      return built[app] !== inputs || !existsSync(path.join(root, 'apps', app, 'dist'));
    });
  async function buildNext() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { app, inputs } = next;
      // Not stored as built if this process is stopped in between.
      delete built[app];
      writeFileSync(stamp, JSON.stringify(built));
      await mustRun(`Building ${app}`, getBinPath('vite'), ['build'], {
        cwd: path.join(root, 'apps', app),
      });
      built[app] = inputs;
      writeFileSync(stamp, JSON.stringify(built));
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, buildNext));
  await compose();
}
