import path from 'node:path';
import type { Rolldown } from 'vite';

type Group = NonNullable<Rolldown.CodeSplittingOptions['groups']>[number];

/** Modules of the bundler and of federation run before the others and stay in their own files. */
const isOwn = (id: string) => !id.startsWith('\0') && (!id.includes('virtual:mf') || isShared(id));
const isShared = (id: string) => id.includes('__loadShare__');

/**
 * Returns a group that puts a module and all its static imports into one file. Without it, the bundler splits them by their
 * importers into files of a few hundred bytes, and a page that needs all of them sends a request for each.
 * @param entry absolute path of the module. If it is an entry of the build, it also has a file that only exports its names
 */
export function oneChunk(entry: string): Group {
  const name = `${path.parse(entry).name}-imports`;
  let modules: Set<string> | undefined;
  return {
    debugName: name,
    name(id, bundle) {
      if (!modules) {
        modules = new Set([entry]);
        // Iterating a set also visits values that are added in the meantime.
        for (const module of modules)
          for (const imported of bundle.getModuleInfo(module)?.importedIds ?? [])
            if (isOwn(imported)) modules.add(imported);
      }
      return modules.has(id) ? name : null;
    },
  };
}
