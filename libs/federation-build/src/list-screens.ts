import type { Plugin, Rolldown } from 'vite';

/** Name of the file that {@link listScreens} writes. */
const SCREENS = 'screens.json';

/**
 * Writes `screens.json`: the scripts that a page needs at once in addition to those of its start, by URL prefix. A
 * server preloads them with the page, because at that time only the server knows the URL.
 * @param screens paths of modules that are imported on demand, by URL prefix
 */
export function listScreens(screens: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'homie:list-screens',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const listed = Object.entries(screens).map(([start, module]) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
        return chunk
          ? [start, staticImports(bundle, chunk.fileName)]
          : this.error(`list-screens.ts found no file of ${module}`);
      });
      const source = JSON.stringify(Object.fromEntries(listed));
      this.emitFile({ type: 'asset', fileName: SCREENS, source });
    },
  };
}

/** Returns a file and all its static imports, itself first. */
export function staticImports(bundle: Rolldown.OutputBundle, file: string): string[] {
  const files = new Set([file]);
  // Iterating a set also visits values that are added in the meantime.
  for (const each of files) {
    const chunk = bundle[each];
    if (chunk?.type === 'chunk') for (const imported of chunk.imports) files.add(imported);
  }
  return [...files];
}
