import path from 'node:path';
import type { Plugin } from 'vite';

/** Turns of the clock, a second each, without a sign of any module after which none is awaited. */
const patience = 15;

const isFile = (id: string) => path.isAbsolute(id);
const isShared = (id: string) => id.includes('__loadShare__');

/**
 * Holds the modules that stand for shared ones until every file of a remote has been read.
 *
 * `@module-federation/vite` gives such a module the exports that the remote uses, and takes the
 * list for complete when it has heard of no module for 10 ms. While an import is being resolved
 * it hears of none, so on a busy machine the list misses what later files import: the build fails
 * with MISSING_EXPORT. Here the list is read after the last file, however long that takes: a file
 * is awaited from the moment another one imports it until it has been parsed itself.
 * @param entries where the remote begins, relative to its folder
 */
export function wholeGraph(entries: readonly string[]): Plugin {
  const awaited = new Set<string>();
  const parsed = new Set<string>();
  let whole = Promise.resolve();
  let settle: (error?: Error) => void = () => undefined;
  let clock: NodeJS.Timeout | undefined;
  let quiet = 0;

  const expect = (ids: readonly string[]) => {
    quiet = 0;
    for (const id of ids) if (isFile(id) && !parsed.has(id)) awaited.add(id);
  };

  return {
    name: 'homie:whole-graph',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      awaited.clear();
      parsed.clear();
      quiet = 0;
      whole = new Promise((resolve, reject) => {
        settle = (error) => {
          clearInterval(clock);
          if (error) reject(error);
          else resolve();
        };
      });
      // Nobody waits when a build fails before its first shared module.
      whole.catch(() => undefined);
      const found = await Promise.all(entries.map((entry) => this.resolve(entry)));
      expect(found.flatMap((entry) => (entry ? [entry.id] : [])));
      // A file that cannot be parsed never arrives. Turns are counted, not time: a process that
      // the machine does not let run has not waited.
      clock = setInterval(() => {
        quiet += 1;
        if (quiet >= patience) settle(new Error(`Never parsed: ${[...awaited].join(', ')}`));
      }, 1000);
    },
    async load(id) {
      if (isShared(id)) await whole;
      else expect([id]);
      return null;
    },
    moduleParsed({ id, importedIds, dynamicallyImportedIds }) {
      parsed.add(id);
      awaited.delete(id);
      expect([...importedIds, ...dynamicallyImportedIds]);
      if (awaited.size === 0) settle();
    },
    buildEnd: () => clearInterval(clock),
  };
}
