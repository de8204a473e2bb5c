import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hashFiles } from '../build/build-files.mjs';
import { withBuild } from '../build/build-remote.mjs';
import { archiveDeclarations } from '../build/declarations.mjs';
import { readRelease } from '../build/stored-release.mjs';
import { sideBySide } from '../build/run-tool.mjs';
import { storeSbom } from '../build/sbom.mjs';
import { builtShell, unmetBy } from '../build/shell.mjs';
import { operator, withTiming } from '../console.mjs';
import { openEnvironment } from '../environments.mjs';
import { Failure } from '../failure.mjs';
import { namedReleases } from '../manifest/changes.mjs';
import { currentRevision, publish } from '../manifest/revisions.mjs';

/** File whose presence marks a release of the shell as complete. */
const LAST = 'contract.json';

/**
 * Releases the shell: its files, its contract, and the declarations of its libraries, against which remotes are
 * type-checked from now on.
 * @param {import('./release.mjs').ReleaseOptions} options
 */
export async function releaseShell({ env, build, allowIncompatible: allowed }) {
  const environment = await openEnvironment(env);
  // Before the first read: a missing bucket returns an error, not an empty list.
  await environment.store.prepare();
  console.log(`Releasing the shell into ${env}`);
  /** @param {string} folder */
  const read = async (folder) => ({ shell: builtShell(folder), files: await readFiles(folder) });
  const [{ shell, files }, types] = await sideBySide((signal) => [
    withTiming('build', () => (build ? read(build) : withBuild('shell', signal, read))),
    withTiming('types', () => archiveDeclarations(sharedLibraries, signal)),
  ]);
  const version = `${shell.version}-${hashFiles(files).slice(0, 8)}`;
  await withTiming('remotes', async () =>
    requireCompatible(environment, await currentRevision(environment), shell, allowed),
  );
  await withTiming('publish', async () => {
    await environment.store.createFolder(`shells/${version}`, files, LAST);
    await environment.store.create(types.path, types.bytes);
    await storeSbom(environment.store, 'shell', version);
    await publishShell(environment, { ...shell, version, types: types.path }, allowed);
    return `${env} has the shell ${version}`;
  });
  console.log(`It is at shells/${version} of the store, where the environment's server finds it.`);
}

/** Libraries whose declarations remotes are type-checked against. */
const sharedLibraries = [
  '@homie/contracts',
  '@homie/composition',
  '@homie/ui',
  '@homie/auth',
  '@homie/api-client',
];

/**
 * Reads all files of a folder, by path inside it.
 * @param {string} folder
 */
async function readFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'))
    .sort();
  /** @type {(name: string) => Promise<[string, Buffer]>} */
  const read = async (name) => [name, await readFile(path.join(folder, name))];
  return new Map(await Promise.all(names.map(read)));
}

/**
 * Publishes the contract of a shell as a revision, so that one of a shell and a remote that are released at the same time
 * is first, and the other one is compared with it.
 * @param {import('../manifest/revisions.mjs').RevisionContext} environment
 * @param {import('../build/shell.mjs').ShellContract} shell
 * @param {boolean} [allowed] whether the shell may be incompatible
 */
export function publishShell(environment, shell, allowed) {
  const change = {
    command: 'release',
    summary: `shell ${shell.version}`,
    remotes: [],
    by: operator(),
  };
  return publish(environment, change, async (current) => {
    await requireCompatible(environment, current, shell, allowed);
    return isDeepStrictEqual(current.shell, shell)
      ? undefined
      : { remotes: current.remotes, shell };
  });
}

/**
 * Requires that the new shell can run every remote of the environment.
 * @param {import('../manifest/revisions.mjs').RevisionContext} environment
 * @param {import('../manifest/revisions.mjs').Revision} current
 * @param {import('../build/shell.mjs').Libraries} shell
 * @param {boolean | undefined} allowed whether the new shell may be incompatible
 */
async function requireCompatible(environment, { remotes }, shell, allowed) {
  const unable = [];
  for (const { name, version } of namedReleases({ remotes })) {
    const { record } = await readRelease(environment.store, name, version);
    const unmet = unmetBy(record, shell);
    if (unmet.length > 0) unable.push(`  - ${name} ${version}: ${unmet.join('; ')}`);
  }
  if (unable.length === 0 || allowed) return;
  throw new Failure(
    `This shell cannot run what ${environment.name} runs:\n${unable.join('\n')}`,
    'Release these remotes in versions that run in both shells first; --allow-incompatible takes their fallbacks, or panels, for now.',
  );
}
