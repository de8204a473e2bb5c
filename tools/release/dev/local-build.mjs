import path from 'node:path';
import { build } from 'vite';
import { root } from '../../steps/run.mjs';
import { integrityOf, readBuild } from '../build/build-files.mjs';
import { statedBy } from '../build/release-folder.mjs';
import { integrityOfBuild } from './inject.mjs';

/** Builds whose files pages may still ask for. */
const KEPT = 5;

/** The builds of a remote on this machine, as the page sees them: each a version of its own. */
export function createLocalBuilds(name) {
  const versions = new Map();
  const listeners = new Set();
  let newest;
  let begin;
  const first = new Promise((resolve) => {
    begin = resolve;
  });

  return {
    /** The newest build; the first one is waited for. */
    current: async () => newest ?? first,
    file: (version, file) => versions.get(version)?.get(file),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Takes in what Vite has written. @returns what the page will see */
    async take(folder) {
      const built = await readBuild(folder);
      const version = `0.0.0-dev-${built.hash.slice(0, 8)}`;
      const at = `/remotes/${name}/${version}`;
      versions.delete(version);
      versions.set(version, new Map([...built.files, ['integrity.json', built.integrityFile]]));
      for (const old of [...versions.keys()].slice(0, -KEPT)) versions.delete(old);
      newest = {
        contract: built.contract,
        integrity: integrityOfBuild(at, built.entry, built.integrityFile),
        release: {
          version,
          entry: `${at}/${built.entry}`,
          integrity: integrityOf(Buffer.from(built.integrityFile)),
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
  // As where `vite build` is started: plugins look for the package from there.
  process.chdir(app);
  const watcher = await build({
    root: app,
    logLevel: 'silent',
    build: { outDir, emptyOutDir: true, watch: {} },
  });
  let isWhole = true;
  watcher.on('event', ({ code, error }) => {
    if (code === 'START') isWhole = true;
    if (code === 'ERROR') {
      isWhole = false;
      failed(error);
    }
    // The end comes after a failure too.
    if (code === 'END' && isWhole) built(outDir).catch(failed);
  });
  return watcher;
}
