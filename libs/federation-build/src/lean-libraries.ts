import type { Plugin } from 'vite';

/** Code of a library that a bundler cannot remove on its own, and a change after which it can. */
interface Leftover {
  name: string;
  /** Modules of the library, one of which must be a `file`. */
  library: RegExp;
  file: RegExp;
  change: (code: string) => string;
}

const leftovers: readonly Leftover[] = [
  {
    // The calls that create components count as side effects, and so do the names for React's developer tools.
    // No upstream issue requests annotations. The production build is not exported either, see
    // https://github.com/remix-run/react-router/issues/14753 and the alias in .config/vite.ts.
    name: 'components of React Router without pure annotations',
    library: /\/react-router\/dist\//,
    file: /\/react-router\/dist\/production\/chunk-\w+\.mjs$/,
    change: (code) =>
      code
        .replace(
          /^(var \w+ = )(?=React\d*\.(?:createContext|forwardRef|memo)\()/gm,
          '$1/* @__PURE__ */ ',
        )
        .replace(/^\w+\.displayName = "\w+";$/gm, ''),
  },
  {
    // Only the version is read. No upstream issue is about this file; about unused code of the runtime:
    // https://github.com/module-federation/core/issues/3546
    name: 'package.json of the Module Federation runtime',
    library: /\/@module-federation\/runtime\//,
    file: /\/@module-federation\/runtime\/package\.json$/,
    change(json) {
      const { version } = JSON.parse(json) as { version: string }; // a package's own description
      return JSON.stringify({ version });
    },
  },
  {
    // Reads manifests of the federation plugin. The shell registers entries, and removes the plugin that needs it by
    // FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN; only the cache is used, when a remote is registered again.
    name: 'snapshots of the Module Federation runtime',
    library: /\/@module-federation\/runtime-core\//,
    file: /\/@module-federation\/runtime-core\/dist\/core\.js$/,
    change: (code) =>
      code.replace(
        'USE_REMOTE ? new SnapshotHandler(this) : new DisabledSnapshotHandler()',
        'Object.assign(new DisabledSnapshotHandler(), { manifestCache: new Map() })',
      ),
  },
  {
    // Needs snapshots. Pages preload the scripts of remotes themselves.
    name: 'preloading of the Module Federation runtime',
    library: /\/@module-federation\/runtime-core\//,
    file: /\/@module-federation\/runtime-core\/dist\/remote\/index\.js$/,
    change: (code) => code.replace(/^\tasync preloadRemote\(.*?^\t\}\n/ms, ''),
  },
];

/**
 * Removes code of libraries that the product does not use from the first load. The build fails if it contains a library
 * of which nothing was changed: the library has changed then, and its entry above needs an update.
 */
export function leanLibraries(): Plugin {
  const changed = new Set<Leftover>();
  return {
    name: 'homie:lean-libraries',
    apply: 'build',
    enforce: 'pre',
    buildStart: () => changed.clear(),
    transform: {
      filter: { id: leftovers.map(({ file }) => file) },
      handler(code, id) {
        const leftover = leftovers.find(({ file }) => file.test(id));
        const lean = leftover?.change(code);
        if (leftover && lean !== code) changed.add(leftover);
        return lean;
      },
    },
    generateBundle() {
      const ids = [...this.getModuleIds()];
      for (const leftover of leftovers) {
        if (!changed.has(leftover) && ids.some((id) => leftover.library.test(id)))
          this.error(`lean-libraries.ts found nothing to change: ${leftover.name}`);
      }
    },
  };
}
