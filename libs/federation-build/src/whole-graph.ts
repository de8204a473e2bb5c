import path from 'node:path';
import type { Plugin } from 'vite';

/** Seconds without any module after which the build fails. */
const PATIENCE = 15;

const isFile = (id: string) => path.isAbsolute(id);
const isShared = (id: string) => id.includes('__loadShare__');

/**
 * Delays the modules that `@module-federation/vite` generates for shared ones until every file of a remote is parsed.
 *
 * The generated module exports the names that the remote uses. The federation plugin treats that list as complete when
 * no module was parsed for 10 ms. While imports are resolved none is, so on a busy machine the list lacks imports of
 * later files, and the build fails with MISSING_EXPORT. With this plugin the list is read after the last file: a file
 * is pending from the moment another one imports it until it has been parsed.
 *
 * No upstream issue reports this race. The list was added by https://github.com/module-federation/vite/pull/994; a
 * similar issue for long builds is https://github.com/module-federation/vite/issues/437. Remove this plugin once the
 * list waits for the whole graph.
 * @param entries files where the remote starts, relative to its folder
 */
export function wholeGraph(entries: readonly string[]): Plugin {
  const pending = new Set<string>();
  const parsed = new Set<string>();
  let whole = Promise.resolve();
  let settle: (error?: Error) => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let idleSeconds = 0;
  let hasShared = false;

  const add = (ids: readonly string[]) => {
    idleSeconds = 0;
    for (const id of ids) if (isFile(id) && !parsed.has(id)) pending.add(id);
  };

  return {
    name: 'homie:whole-graph',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      pending.clear();
      parsed.clear();
      idleSeconds = 0;
      hasShared = false;
      whole = new Promise((resolve, reject) => {
        settle = (error) => {
          clearInterval(timer);
          if (error) reject(error);
          else resolve();
        };
      });
      // Nothing awaits it if a build fails before its first shared module.
      whole.catch(() => undefined);
      const found = await Promise.all(entries.map((entry) => this.resolve(entry)));
      add(found.flatMap((entry) => (entry ? [entry.id] : [])));
      // A file that cannot be parsed never arrives. Ticks are counted, not time: a suspended process has not waited.
      timer = setInterval(() => {
        idleSeconds += 1;
        if (idleSeconds >= PATIENCE) settle(new Error(`Never parsed: ${[...pending].join(', ')}`));
      }, 1000);
    },
    async load(id) {
      if (isShared(id)) {
        hasShared = true;
        await whole;
      } else add([id]);
      return null;
    },
    moduleParsed({ id, importedIds, dynamicallyImportedIds }) {
      parsed.add(id);
      pending.delete(id);
      add([...importedIds, ...dynamicallyImportedIds]);
      if (pending.size === 0) settle();
    },
    buildEnd: () => clearInterval(timer),
    generateBundle() {
      if (!hasShared)
        this.error(
          'whole-graph.ts saw no __loadShare__ module: @module-federation/vite has other names for shared modules',
        );
    },
  };
}
