// Provides other versions of Node, for the tests on them. Each has 120 MB: only the wide proof installs them.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './run.mjs';

/** By major version. @type {Record<number, string>} */
const VERSIONS = { 24: '24.21.0', 26: '26.12.1' };

/**
 * Installs a version of Node from npm unless it is there.
 * @param {number} major
 * @returns {Promise<string | undefined>} folder of the program; undefined if npm has none for this platform
 */
export async function ensureNode(major) {
  const [name, version] = [`node-${process.platform}-${process.arch}`, VERSIONS[major]];
  const prefix = path.join(root, `node_modules/.node-${version}`);
  const folder = path.join(prefix, 'node_modules', name, 'bin');
  if (!existsSync(path.join(folder, 'node'))) {
    const args = ['--prefix', prefix, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    await run('npm', ['install', ...args, `${name}@${version}`], { quiet: true });
  }
  return existsSync(path.join(folder, 'node')) ? folder : undefined;
}
