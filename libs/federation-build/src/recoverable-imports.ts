import type { Plugin } from 'vite';

/** Vite's own module, which every `import()` of a build calls. */
const HELPER = '\0vite/preload-helper.js';
/** Vite puts it next to each `import()` that the helper wraps, and replaces it with the list of files. */
const MARKER = /__VITE_PRELOAD__/g;
/** Imports a file of the build, as opposed to the entry of a remote. */
const DYNAMIC_IMPORT = /\bimport\(['"`]\.{1,2}\//g;

/**
 * Replaces Vite's helper, which loads styles and cannot retry. The page can load the code instead.
 * @param address expression for the address of `file`, which `importer` needs
 */
const helper = (address: string) => `
export function __vitePreload(load, files, importer) {
  if (!files?.length) return load();
  const detail = { addresses: files.map((file) => ${address}), load };
  window.dispatchEvent(new CustomEvent('homie:import', { detail }));
  return detail.load();
}
`;

/**
 * Lets the page load code that is imported on demand: each `import()` dispatches `homie:import` on the window with the
 * addresses that it needs. Without a listener the code is imported as usual.
 *
 * No upstream issue requests a helper that can be replaced. Vite does not retry a failed import, see
 * https://github.com/vitejs/vite/issues/5101 and https://github.com/vitejs/vite/issues/11804, because browsers cache
 * it: https://github.com/whatwg/html/issues/6768. The build fails if Vite has another helper, or if an import bypasses
 * it.
 */
export function recoverableImports(): Plugin {
  let isRelative = false;
  let isReplaced = false;
  return {
    name: 'homie:recoverable-imports',
    apply: 'build',
    enforce: 'pre',
    configResolved({ base, build }) {
      isRelative = base === './';
      if (!build.modulePreload) return;
      const { resolveDependencies } = build.modulePreload;
      // Here and not in `config`, because Module Federation replaces it there. Neither names a file that is imported
      // alone.
      build.modulePreload.resolveDependencies = (file, files, context) => {
        const resolved = resolveDependencies?.(file, files, context) ?? files;
        return context.hostType === 'js' ? [...new Set([file, ...resolved])] : resolved;
      };
    },
    buildStart() {
      isReplaced = false;
    },
    load(id) {
      if (id !== HELPER) return null;
      isReplaced = true;
      return helper(
        isRelative ? 'new URL(file, importer).href' : "new URL('/' + file, location.origin).href",
      );
    },
    generateBundle: {
      // Before Vite replaces the markers.
      order: 'pre',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const { code, fileName } = chunk;
          if (chunk.isDynamicEntry && chunk.viteMetadata?.importedCss.size)
            this.error(`${fileName} brings a style sheet, which an import() does not wait for`);
          const imports = code.match(DYNAMIC_IMPORT)?.length ?? 0;
          const markers = code.match(MARKER)?.length ?? 0;
          if (markers > 0 && !isReplaced)
            this.error('Vite has another preload helper than the one that this plugin replaces');
          if (imports > markers)
            this.error(`${fileName} has an import() that the page cannot load`);
        }
      },
    },
  };
}
