// Updates the files of the workspace that name every remote. Each function returns a file with its new text.

/**
 * Fields read from a package.json, and from its copy in the lock file.
 * @typedef {{ name?: string, version?: string, dependencies?: Record<string, string> }} Package
 */

/**
 * Reads the text of a file.
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {string} file
 * @throws Error if the workspace has no such file
 */
export function readText(tree, file) {
  const text = tree.read(file, 'utf-8');
  if (text === null) throw new Error(`${file} is not there.`);
  return text;
}

/**
 * Assigns the next free port of the development servers.
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {string} name of the new remote
 */
export function addDevPort(tree, name) {
  const file = '.config/ports.mjs';
  const text = readText(tree, file);
  const ports = [...text.matchAll(/: (\d+),/g)].map(([, port]) => Number(port));
  const end = '};';
  if (ports.length === 0 || !text.includes(end)) {
    throw new Error(`${file} is not the list of ports that it was: add ${name} by hand.`);
  }
  const key = name.includes('-') ? `'${name}'` : name;
  return { file, text: text.replace(end, `  ${key}: ${Math.max(...ports) + 1},\n${end}`) };
}

/**
 * Adds the app to the project references of `tsc -b`, next to the other apps.
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {string} name of the new remote
 */
export function addTypes(tree, name) {
  const file = 'tsconfig.json';
  /** @type {{ references: { path: string }[] }} */
  const config = JSON.parse(readText(tree, file));
  /** @param {{ path: string }} reference */
  const isApp = ({ path }) => path.startsWith('apps/');
  const at = config.references.findLastIndex(isApp) + 1;
  const references = config.references.toSpliced(at, 0, { path: `apps/${name}` });
  return { file, text: JSON.stringify({ ...config, references }) };
}

/**
 * Adds a team of the remote's name to CODEOWNERS, after those of the other apps.
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {string} name of the new remote
 */
export function addOwner(tree, name) {
  const file = '.github/CODEOWNERS';
  const lines = readText(tree, file).split('\n');
  const at = lines.findLastIndex((line) => line.startsWith('/apps/')) + 1;
  return { file, text: lines.toSpliced(at, 0, `/apps/${name}/ @second-homie/${name}`).join('\n') };
}

/**
 * Adds the app to the lock file as npm would: one more workspace, no downloaded package. So nothing has to be
 * installed, and `npm start` on another computer installs the same packages as before.
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {string} name of the new remote
 */
export function addToLock(tree, name) {
  const file = 'package-lock.json';
  /** @type {{ packages: Record<string, Package> }} */
  const lock = JSON.parse(readText(tree, file));
  const app = `apps/${name}`;
  const packages = {
    ...lock.packages,
    [app]: readManifest(tree, app),
    [`node_modules/@homie/${name}`]: { resolved: app, link: true },
  };
  const sorted = Object.entries(packages).toSorted(([one], [other]) =>
    one.localeCompare(other, 'en'),
  );
  return {
    file,
    text: `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`,
  };
}

/**
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {string} app folder of the app
 * @returns {Package}
 */
function readManifest(tree, app) {
  /** @type {Package} */
  const { name, version, dependencies } = JSON.parse(readText(tree, `${app}/package.json`));
  return { name, version, dependencies };
}
