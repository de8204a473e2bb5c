import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../steps/run.mjs';
import { Failure } from '../failure.mjs';

const MAX_BYTES = 64 * 1024 * 1024;
const ARGS = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
const DEVELOPMENT = 'cdx:npm:package:development';

/** @typedef {{ name: string, 'bom-ref': string, properties?: { name: string, value: string }[] }} Component */

/**
 * Path of a release's software bill of materials in a store. It is outside the folders that servers serve.
 * @param {string} name of the remote, or `shell`
 * @param {string} version
 */
export const getSbomPath = (name, version) => `sboms/${name}/${version}.cdx.json`;

/**
 * Reads the packages of the lock file that production needs, as `name@version`.
 * @returns {Promise<Set<string>>}
 */
async function lockedForProduction() {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
  const needed = Object.entries(packages).filter(([, { dev }]) => !dev);
  return new Set(
    needed.map(([folder, { name, version }]) => {
      return `${name ?? folder.replace(/.*node_modules\//, '')}@${version}`;
    }),
  );
}

/**
 * Lists the production packages of the lock file as CycloneDX JSON, for one release.
 * @param {string} name of the remote, or `shell`
 * @param {string} version
 * @throws {Failure} if npm cannot list them
 */
export async function createSbom(name, version) {
  const { stdout } = await promisify(execFile)('npm', [...ARGS, '--package-lock-only'], {
    cwd: root,
    maxBuffer: MAX_BYTES,
  }).catch((/** @type {Error} */ error) => {
    throw new Failure(`npm cannot list the packages of ${name}: ${error.message}`);
  });
  const sbom = JSON.parse(stdout);
  // `--omit dev` would also leave out each package that a development package needs too, such as react.
  // npm lists a package that is locked twice in one version only once, as the first one that it finds.
  const production = await lockedForProduction();
  sbom.components = sbom.components.flatMap((/** @type {Component} */ component) => {
    const properties = component.properties?.filter(({ name }) => name !== DEVELOPMENT);
    const isForDevelopment = properties?.length !== component.properties?.length;
    if (!isForDevelopment) return [component];
    return production.has(component['bom-ref']) ? [{ ...component, properties }] : [];
  });
  /** @type {Set<string>} */
  const refs = new Set(sbom.components.map((/** @type {Component} */ each) => each['bom-ref']));
  refs.add(sbom.metadata.component['bom-ref']);
  sbom.dependencies = sbom.dependencies
    .filter((/** @type {{ ref: string }} */ { ref }) => refs.has(ref))
    .map((/** @type {{ ref: string, dependsOn: string[] }} */ { ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter((each) => refs.has(each)),
    }));
  // npm names the project after the folder that it is in.
  Object.assign(sbom.metadata.component, { name: `second-homie/${name}`, version });
  return `${JSON.stringify(sbom)}\n`;
}

/**
 * Stores the software bill of materials of a release, unless it is there already.
 * @param {import('../stores/release-store.mjs').ReleaseStore} store
 * @param {string} name of the remote, or `shell`
 * @param {string} version
 */
export async function storeSbom(store, name, version) {
  const path = getSbomPath(name, version);
  if (await store.read(path)) return;
  await store.create(path, await createSbom(name, version));
}

/**
 * Copies the software bill of materials of a release to another store; releases from before there was one have none.
 * @param {import('../stores/release-store.mjs').ReleaseStore} from
 * @param {import('../stores/release-store.mjs').ReleaseStore} to
 * @param {string} name of the remote
 * @param {string} version
 */
export async function copySbom(from, to, name, version) {
  const path = getSbomPath(name, version);
  const bytes = await from.read(path);
  if (bytes) await to.create(path, bytes);
}
