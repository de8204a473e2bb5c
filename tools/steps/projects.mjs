// The projects of the workspace, and the files that the tests of each depend on.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The SQL, its templates and settings: they are in no TypeScript project. */
const SUPABASE = 'supabase';
/** What projects read while they run, next to what they import. @type {Record<string, string[]>} */
const READS = {
  'apps/server': [SUPABASE],
  'supabase/tests': [SUPABASE],
  'supabase/functions/tests': [SUPABASE],
};
/** References for the sake of one file: only its changes count. @type {Record<string, Record<string, string>>} */
const ONE_FILE = {
  'supabase/functions/tests': { 'apps/chat': 'apps/chat/src/platform/suggested-questions.ts' },
};
/** Files that every test depends on: packages, settings of the tools, and what runs the tests. */
export const OF_ALL =
  /^(\.config\/|patches\/|tools\/(test\.mjs$|steps\/)|(package|package-lock|tsconfig|tsconfig\.base)\.json$)/;

/**
 * Reads the projects from the references of `tsconfig.json`: the compiler refuses an import of a project without one.
 * @param {string} root folder of the workspace
 */
export function readProjects(root) {
  /** @param {string} folder */
  const references = (folder) => {
    const file = path.join(root, folder, 'tsconfig.json');
    /** @type {{ references?: { path: string }[] }} */
    const config = JSON.parse(readFileSync(file, 'utf8'));
    return (config.references ?? [])
      .map((to) => path.posix.join(folder, to.path))
      .filter((to) => ONE_FILE[folder]?.[to] === undefined);
  };
  // What `.config` imports of apps is for their builds, of which each has its own copy.
  const folders = references('.').filter((folder) => folder !== '.config');
  const imports = new Map([
    [SUPABASE, /** @type {string[]} */ ([])],
    ...folders.map((folder) => /** @type {const} */ ([folder, references(folder)])),
  ]);
  const deepestFirst = [...imports.keys()].toSorted((one, other) => other.length - one.length);

  /** @param {string} file @returns {string | undefined} folder of its project */
  const projectOf = (file) => deepestFirst.find((folder) => file.startsWith(`${folder}/`));

  return {
    names: [...imports.keys()],
    projectOf,
    /**
     * Returns a function that tells if the tests of a project depend on a file.
     * @param {string} project
     * @returns {(file: string) => boolean}
     */
    reads(project) {
      const needed = new Set([project]);
      for (const each of needed)
        for (const next of [...(imports.get(each) ?? []), ...(READS[each] ?? [])]) needed.add(next);
      const files = [...needed].flatMap((each) => Object.values(ONE_FILE[each] ?? {}));
      return (file) =>
        OF_ALL.test(file) || needed.has(projectOf(file) ?? '') || files.includes(file);
    },
  };
}
