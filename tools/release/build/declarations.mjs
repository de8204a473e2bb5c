import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { root } from '../../steps/run.mjs';
import { Failure } from '../failure.mjs';
import { runTool } from './run-tool.mjs';

/** @param {string} library */
const isOurs = (library) => library.startsWith('@homie/');
/** @param {string} library */
const packageFolder = (library) => realpath(path.join(root, 'node_modules', library));

/**
 * Packs the declarations of the libraries that a shell provides into one archive. Remotes that are released into its
 * environment are type-checked against it.
 * @param {string[]} libraries
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ path: string, bytes: Buffer }>} path in the store, and content
 */
export async function archiveDeclarations(libraries, signal) {
  const packages = await Promise.all(
    libraries
      .filter(isOurs)
      .map(async (library) => ({ library, folder: await packageFolder(library) })),
  );
  await runTool(
    'Writing the declarations',
    'tsc',
    ['-b', ...packages.map(({ folder }) => folder)],
    { signal },
  );
  /** @type {Record<string, string>} */
  const files = {};
  for (const { library, folder } of packages) {
    const types = path.join(folder, 'dist-types');
    const names = await readdir(types, { recursive: true });
    for (const name of names.filter(isDeclaration).sort())
      files[`${library}/${name}`] = await readFile(path.join(types, name), 'utf8');
  }
  const text = JSON.stringify(files);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { path: `shells/types-${hash}.json.gz`, bytes: gzipSync(text) };
}

/** @param {string} name */
const isDeclaration = (name) => name.endsWith('.d.ts') && !name.endsWith('.test.d.ts');

/**
 * Type-checks a remote's sources against the declarations of an environment's shell.
 * @param {string} name of the remote
 * @param {{ types: string | null }} shell
 * @param {import('../stores/release-store.mjs').ReleaseStore} store
 * @param {AbortSignal} [signal]
 */
export async function checkTypes(name, { types }, store, signal) {
  const what = `Checking the types of ${name}`;
  if (types === null) return runTool(what, 'tsc', ['-b', `apps/${name}`], { signal });
  const folder = await unpack(types, store);
  const config = path.join(folder, `tsconfig.${name}.json`);
  await writeFile(config, JSON.stringify(await configFor(name, folder)));
  return runTool(what, 'tsc', ['-p', config], { signal });
}

/**
 * Unpacks declarations from a store to a folder where the compiler finds them.
 * @param {string} archive path in the store
 * @param {import('../stores/release-store.mjs').ReleaseStore} store
 * @returns {Promise<string>} their folder
 */
async function unpack(archive, store) {
  // Inside the workspace, where the declarations find the packages that they name.
  const folder = path.join(root, 'dist/shell-types', path.basename(archive, '.json.gz'));
  if (existsSync(folder)) return folder;
  const bytes = await store.read(archive);
  if (!bytes)
    throw new Failure(`${archive} is not in ${store.location}.`, 'Release the shell once more.');
  const aside = `${folder}.${process.pid}`;
  /** @type {Record<string, string>} */
  const files = JSON.parse(gunzipSync(bytes).toString('utf8'));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(aside, file)), { recursive: true });
    await writeFile(path.join(aside, file), text);
  }
  try {
    await rename(aside, folder);
  } catch {
    await rm(aside, { recursive: true, force: true }); // Another release has unpacked it in the meantime.
  }
  return folder;
}

/**
 * The compiler's settings for a remote that is checked against declarations of a store.
 * @param {string} name of the remote
 * @param {string} folder of the declarations
 */
async function configFor(name, folder) {
  const declared = (await readdir(path.join(folder, '@homie'))).map(
    (library) => `@homie/${library}`,
  );
  return {
    extends: path.join(root, 'tsconfig.base.json'),
    compilerOptions: {
      composite: false,
      incremental: false,
      declaration: false,
      emitDeclarationOnly: false,
      noEmit: true,
      types: ['vite/client'],
      paths: Object.fromEntries(
        declared.map((library) => [library, [path.join(folder, library, 'index.d.ts')]]),
      ),
    },
    include: [path.join(root, 'apps', name, 'src')],
    exclude: [path.join(root, 'apps', name, 'src/**/*.test.*')],
  };
}
