import path from 'node:path';
import { build } from 'vite';
import { root } from '../../steps/run.mjs';
import { computeIntegrity, readBuild } from '../build/build-files.mjs';
import { statedBy } from '../build/release-folder.mjs';
import { integrityOfBuild } from './inject.mjs';

/** Number of builds whose files pages can still request. */
const KEPT = 5;

/**
 * A build of this machine.
 * @typedef {object} LocalBuild
 * @property {import('../build/build-files.mjs').Build['contract']} contract
 * @property {import('./inject.mjs').Integrity} integrity
 * @property {import('../build/stored-release.mjs').Stated & import('../manifest/changes.mjs').Release} release
 *
 * @typedef {ReturnType<typeof createLocalBuilds>} LocalBuilds
 */

/**
 * Stores the builds of a remote on this machine. To the page each is a separate version.
 * @param {string} name of the remote
 */
export function createLocalBuilds(name) {
  /** @type {Map<string, Map<string, Buffer<ArrayBuffer> | string>>} */
  const versions = new Map();
  /** @type {Set<(build: LocalBuild) => unknown>} */
  const listeners = new Set();
  /** @type {LocalBuild | undefined} */
  let newest;
  /** @type {(build: LocalBuild) => void} */
  let begin;
  /** @type {Promise<LocalBuild>} */
  const first = new Promise((resolve) => {
    begin = resolve;
  });

  return {
    /** Returns the newest build; waits for the first one. */
    current: async () => newest ?? first,
    /**
     * @param {string} version
     * @param {string} file path inside it
     */
    file: (version, file) => versions.get(version)?.get(file),
    /** @param {(build: LocalBuild) => unknown} listener */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /**
     * Adds a build that Vite has written.
     * @param {string} folder
     * @returns {Promise<LocalBuild>} the build as the page sees it
     */
    async take(folder) {
      const built = await readBuild(folder);
      const version = `0.0.0-dev-${built.hash.slice(0, 8)}`;
      const at = `/remotes/${name}/${version}`;
      versions.delete(version);
      /** @type {[string, Buffer<ArrayBuffer> | string][]} */
      const files = [...built.files, ['integrity.json', built.integrityFile]];
      versions.set(version, new Map(files));
      for (const old of [...versions.keys()].slice(0, -KEPT)) versions.delete(old);
      newest = {
        contract: built.contract,
        integrity: integrityOfBuild(at, built.integrityFile),
        release: {
          version,
          entry: `${at}/${built.entry}`,
          integrity: computeIntegrity(Buffer.from(built.integrityFile)),
          ...statedBy(name),
        },
      };
      begin(newest);
      for (const listener of listeners) listener(newest);
      return newest;
    },
  };
}

/**
 * Builds a remote as a release is built, and again after each change of its sources.
 * @param {string} name
 * @param {(folder: string) => Promise<void>} built
 * @param {(error: Error) => void} failed
 */
export async function watchBuild(name, built, failed) {
  const outDir = path.join(root, 'dist/dev', name);
  const app = path.join(root, 'apps', name);
  process.env.NODE_ENV = 'production';
  // The same folder as for `vite build`: plugins look up the package from there.
  process.chdir(app);
  const watcher = await build({
    root: app,
    logLevel: 'silent',
    build: { outDir, emptyOutDir: true, watch: {} },
  });
  if (!('on' in watcher)) throw new Error('Vite has built once in place of watching.');
  let isWhole = true;
  watcher.on('event', (event) => {
    if (event.code === 'START') isWhole = true;
    if (event.code === 'ERROR') {
      isWhole = false;
      failed(event.error);
    }
    // `END` also follows a failure.
    if (event.code === 'END' && isWhole) built(outDir).catch(failed);
  });
  return watcher;
}
