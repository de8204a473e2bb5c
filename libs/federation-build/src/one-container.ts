import type { Plugin } from 'vite';

/** Modules of `@module-federation/vite` that start a host. */
const HOST = /__H_A_I__|__P_S__/;
const ENTRY = /^\0?virtual:mf-REMOTE_ENTRY_ID/;
const IMPORT = /\bimport\(("virtual:mf-localSharedImportMap[^"]+")\)/;

/**
 * Bundles the entry of a remote into one file. The federation plugin imports the list of shared modules on demand, from
 * the entry and from modules that start a host: so the bundler writes the list, and the runtime that it imports, to
 * separate files. A remote never starts as a host.
 */
export function oneContainer(): Plugin {
  return {
    name: 'homie:one-container',
    apply: 'build',
    // After the federation plugin has written its modules.
    enforce: 'post',
    transform(code, id) {
      if (HOST.test(id)) return 'export {};';
      if (!ENTRY.test(id)) return null;
      const source = IMPORT.exec(code)?.[1];
      if (!source) this.error('one-container.ts found no import of the shared modules');
      const changed = code.replace(IMPORT, 'Promise.resolve(sharedModules)');
      return `import * as sharedModules from ${source};\n${changed}`;
    },
  };
}
