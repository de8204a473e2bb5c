import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { runnerImport } from 'vite';
import { root } from '../../steps/run.mjs';
import { Failure } from '../failure.mjs';
import { getRemote } from '../manifest/changes.mjs';
import { unmetBy } from './shell.mjs';
import { getReleaseFolder, readRelease, requireWhole } from './stored-release.mjs';

/**
 * @typedef {import('../manifest/changes.mjs').Remotes} Remotes
 * @typedef {import('../manifest/changes.mjs').Remote} Remote
 */

/**
 * Requires that pages can run what a command is about to publish. Remotes that it does not change may be damaged: they
 * must not block the repair of another one.
 * @param {import('../stores/release-store.mjs').ReleaseStore} store
 * @param {import('./shell.mjs').ShellContract | undefined} shell
 * @param {Remotes} before
 * @param {Remotes} after
 * @throws {Failure} if the shell would not read it, or a file of it is missing or damaged
 */
export async function requirePublishable(store, shell, before, after) {
  const changed = Object.entries(after).filter(
    ([name, remote]) => !isDeepStrictEqual(getRemote(before, name), remote),
  );
  await requireReadable(Object.fromEntries(changed));
  for (const [name, remote] of changed) {
    const running = listRunning(getRemote(before, name));
    for (const { version, integrity } of listRunning(remote)) {
      if (running.some((release) => release.version === version)) continue;
      const { record } = await readRelease(store, name, version);
      const unmet = shell ? unmetBy(record, shell) : [];
      if (unmet.length > 0)
        throw new Failure(
          `The shell (${shell?.version}) cannot run ${name} ${version}: ${unmet.join('; ')}.`,
          'Release a shell that can first, or build it against the one that is there.',
        );
      const folder = getReleaseFolder(name, version);
      await requireWhole(name, { ...record, integrity: String(integrity) }, (file) =>
        store.read(`${folder}/${file}`),
      );
    }
  }
}

/**
 * Lists the releases of a remote that pages load. Its fallback is not one of them: a damaged one must not block a
 * release.
 * @param {Remote | undefined} remote
 */
const listRunning = (remote) =>
  remote ? [remote, ...(remote.rollouts ?? []).map(({ release }) => release)] : [];

/** @type {Promise<import('../manifest/changes.mjs').Schemas> | undefined} */
let schemas;

async function loadSchemas() {
  const before = process.env.NODE_ENV;
  const file = path.join(root, 'libs/composition/src/manifest/manifest-schema.ts');
  const { module } = await runnerImport(file, { configFile: false, logLevel: 'error' });
  // Vite sets it for this process: builds that the process starts afterwards would be for development.
  if (before === undefined) delete process.env.NODE_ENV;
  return module;
}

/**
 * Validates manifest data with the shell's schema.
 * @param {Remotes} remotes
 */
export async function requireReadable(remotes) {
  schemas ??= loadSchemas();
  const { error } = (await schemas).manifestSchema.safeParse({
    schemaVersion: 1,
    revision: 1,
    remotes,
  });
  if (error)
    throw new Failure(
      `No shell would read this release of ${Object.keys(remotes).join(', ')}:\n${error.issues.map((issue) => `  - ${issue.path.join('.')}: ${issue.message}`).join('\n')}`,
      'Look at contributions.json and package.json of the remote.',
    );
}
