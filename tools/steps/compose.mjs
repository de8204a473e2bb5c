// Puts each remote's build into an immutable version folder and writes the manifest that the shell
// reads at run time.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

const releases = path.join(root, 'dist/releases/remotes');
const manifestFile = path.join(root, 'dist/releases/environments/local/remotes.json');

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** SHA-256 over the names and contents of a folder's files, in a fixed order. */
function hashFolder(folder) {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(path.relative(folder, file)).update(readFileSync(file));
  return hash.digest('hex');
}

const sha256 = (content) => `sha256-${createHash('sha256').update(content).digest('base64')}`;

/**
 * Puts the hashes of a release's scripts beside them, so that a page can refuse any other content.
 * @returns the hash of that file
 */
function writeIntegrity(folder) {
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.split(path.sep).join('/'))
    .sort();
  const files = Object.fromEntries(
    scripts.map((file) => [file, sha256(readFileSync(path.join(folder, file)))]),
  );
  const text = `${JSON.stringify({ schemaVersion: 1, files })}\n`;
  const target = path.join(folder, 'integrity.json');
  if (!existsSync(target)) writeAtomically(target, text);
  return sha256(text);
}

/** Writes a file so that a reader sees the old or the new one, never half of it. */
function writeAtomically(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.next`, text);
  renameSync(`${file}.next`, file);
}

/** The ranges of our libraries that a remote was built with: its own minor version and newer. */
function requirements(app) {
  const dependenciesOf = (name) =>
    readJson(path.join(root, 'apps', name, 'package.json')).dependencies;
  const own = dependenciesOf(app);
  // A library that the shell does not have is bundled with the remote: nothing is asked of the page.
  const provided = dependenciesOf('shell');
  return Object.fromEntries(
    Object.entries(own)
      .filter(([name]) => name.startsWith('@homie/') && name in provided)
      .map(([name, version]) => [name, `^${version}`]),
  );
}

function release(app) {
  const dist = path.join(root, 'apps', app, 'dist');
  const { version } = readJson(path.join(root, 'apps', app, 'package.json'));
  const id = `${version}-${hashFolder(dist).slice(0, 8)}`;
  const target = path.join(releases, app, id);
  if (!existsSync(target)) {
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(dist, `${target}.next`, { recursive: true });
    renameSync(`${target}.next`, target);
  }
  const entry = readJson(path.join(dist, 'mf-manifest.json')).metaData.remoteEntry;
  const contributions = path.join(root, 'apps', app, 'src/remote/contributions.json');
  return {
    version: id,
    entry: `/remotes/${app}/${id}/${path.posix.join(entry.path ?? '', entry.name)}`,
    requires: requirements(app),
    integrity: writeIntegrity(target),
    contributions: existsSync(contributions) ? readJson(contributions) : {},
  };
}

/** Apps that are remotes: every app but the shell. */
export function remoteNames() {
  return readdirSync(path.join(root, 'apps')).filter(
    (app) => app !== 'shell' && existsSync(path.join(root, 'apps', app, 'package.json')),
  );
}

/** Releases the present builds into this machine's environment. */
export function compose() {
  const remotes = Object.fromEntries(remoteNames().map((app) => [app, release(app)]));
  const previous = existsSync(manifestFile) ? readJson(manifestFile) : { revision: 0 };
  if (JSON.stringify(previous.remotes) === JSON.stringify(remotes)) return;
  const manifest = { schemaVersion: 1, revision: previous.revision + 1, remotes };
  writeAtomically(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
}
