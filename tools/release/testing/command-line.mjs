import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../steps/run.mjs';
import { computeIntegrity } from '../build/build-files.mjs';
import { createFolderStore } from '../stores/folder-store.mjs';

const program = path.join(root, 'apps/server/dist/homie.js');

/** Libraries that the shell of a test provides: all that the workspace's remotes require. */
export const provides = {
  react: '19.3.1',
  ...Object.fromEntries(
    ['api-client', 'auth', 'composition', 'contracts', 'ui', 'widgets'].map((name) => [
      `@homie/${name}`,
      '2.0.0',
    ]),
  ),
};

const shell = (version = '1.0.0') => ({
  version,
  provides,
  exports: { '@homie/ui': ['Button', 'Card'] },
  types: null,
});

/**
 * Exit of a command, and its output.
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, output: string }} Outcome
 *
 * @typedef {{ by?: string, env?: NodeJS.ProcessEnv }} StartOptions `by` names who runs it
 * @typedef {Awaited<ReturnType<typeof commandLine>>} CommandLine
 */

/** Creates separate environments, and runs the commands as processes, as a person would. */
export async function commandLine() {
  const folder = await mkdtemp(path.join(tmpdir(), 'homie-release-'));
  const store = createFolderStore(path.join(folder, 'store'));
  /**
   * @param {string} name of the environment
   * @param {import('../build/shell.mjs').ShellContract} contract
   */
  const writeShell = (name, contract) =>
    store.replace(`environments/${name}/shell.json`, JSON.stringify(contract));
  await writeShell('staging', shell());
  await writeShell('production', shell());

  /**
   * Creates a build as Vite does: another `text` makes it another build.
   * @param {string} name of its folder
   * @param {string} text
   * @param {{ contract?: Record<string, string[]>, sources?: Record<string, string> }} [options]
   */
  async function build(name, text, { contract = {}, sources = {} } = {}) {
    const built = path.join(folder, 'builds', name);
    await mkdir(built, { recursive: true });
    const metaData = { remoteEntry: { path: '', name: 'remoteEntry-1.js' } };
    const exposes = [{ assets: { js: { sync: [] } } }];
    await writeFile(path.join(built, 'mf-manifest.json'), JSON.stringify({ metaData, exposes }));
    await writeFile(path.join(built, 'remoteEntry-1.js'), text);
    await writeFile(path.join(built, 'contract.json'), JSON.stringify(contract));
    await writeFile(path.join(built, 'sources.json'), JSON.stringify(sources));
    return built;
  }

  /**
   * Starts a command, e.g. `start('rollback', ['chat', '--env', 'staging'])`.
   * @param {string} command
   * @param {string[]} args
   * @param {StartOptions} [options]
   */
  function start(command, args, { by = 'Ada', env = {} } = {}) {
    const child = spawn(process.execPath, [program, command, ...args], {
      cwd: root,
      env: {
        ...process.env,
        HOMIE_RELEASES: path.join(folder, 'store'),
        HOMIE_RELEASED_BY: by,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    /** @type {Promise<Outcome>} */
    const ended = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve({ code, signal, output }));
    });
    return { child, ended };
  }

  /**
   * Runs a command that exits with `code`. Returns its output; throws if it exits otherwise.
   * @param {number} code
   * @returns {(command: string, args: string[], options?: StartOptions) => Promise<string>}
   */
  const expectCode = (code) => async (command, args, options) => {
    const outcome = await start(command, args, options).ended;
    if (outcome.code === code) return outcome.output;
    throw new Error(`${command} ${args.join(' ')} ended with ${outcome.code}:\n${outcome.output}`);
  };

  return {
    folder,
    store,
    build,
    writeShell,
    shell,
    start,
    succeed: expectCode(0),
    fail: expectCode(1),
    /** As `fail`, for a command line that is not valid. */
    refuse: expectCode(2),
    /**
     * Reads the manifest that pages of an environment read; undefined before its first release.
     * @param {string} environment
     * @returns {Promise<unknown>}
     */
    async manifest(environment) {
      const bytes = await store.read(`environments/${environment}/remotes.json`);
      return bytes && JSON.parse(bytes.toString('utf8'));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Returns whether a store contains all of a release, byte for byte.
 * @param {import('../stores/release-store.mjs').ReleaseStore} store
 * @param {string} name of the remote
 * @param {Pick<import('../manifest/changes.mjs').Release, 'version' | 'integrity'>} release
 */
export async function isWhole(store, name, { version, integrity }) {
  const at = `remotes/${name}/${version}`;
  const list = await store.read(`${at}/integrity.json`);
  if (!list || computeIntegrity(list) !== integrity) return false;
  /** @type {import('../build/build-files.mjs').IntegrityList} */
  const { files } = JSON.parse(list.toString('utf8'));
  const intact = await Promise.all(
    Object.entries(files).map(async ([file, hash]) => {
      const bytes = await store.read(`${at}/${file}`);
      return bytes !== undefined && computeIntegrity(bytes) === hash;
    }),
  );
  return intact.every(Boolean);
}
