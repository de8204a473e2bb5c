import type { Plugin } from 'vite';

/** Vite's own, which every `import()` of a build goes through. */
const HELPER = '\0vite/preload-helper.js';

/**
 * What stands around each `import()`: what the imported script imports is asked for together with it, and whoever
 * listens for a failure may bring the code another way. In place of Vite's, which knows styles and no second way.
 * @param address expression for the address of `dep`, something that `importer` needs
 */
const helper = (address: string) => `
const asked = new Set();
export function __vitePreload(load, deps, importer) {
  for (const dep of deps ?? []) {
    const address = ${address};
    const href = import.meta.resolve?.(address) ?? address;
    if (asked.has(href)) continue;
    asked.add(href);
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
  return load().catch((error) => {
    const failure = Object.assign(new Event('vite:preloadError'), { payload: error });
    window.dispatchEvent(failure);
    if (failure.recovered) return failure.recovered;
    throw error;
  });
}
`;

/**
 * Lets a page bring code that did not arrive once more: browsers never ask again for a module that failed. The event
 * `vite:preloadError` takes a promise of the module as `recovered`.
 */
export function recoverableImports(): Plugin {
  let isRelative = false;
  return {
    name: 'homie:recoverable-imports',
    apply: 'build',
    enforce: 'pre',
    configResolved({ base }) {
      isRelative = base === './';
    },
    load(id) {
      if (id !== HELPER) return null;
      return helper(isRelative ? 'new URL(dep, importer).href' : "'/' + dep");
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.isDynamicEntry && chunk.viteMetadata?.importedCss.size)
          this.error(`${chunk.fileName} brings a style sheet, which an import() does not wait for`);
    },
  };
}
