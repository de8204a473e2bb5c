import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { PluginOption, UserConfig, UserConfigFnObject } from 'vite';
import { inlineHelpers } from '../libs/federation-build/src/inline-helpers.ts';
import { leanLibraries } from '../libs/federation-build/src/lean-libraries.ts';
import { listScreens } from '../libs/federation-build/src/list-screens.ts';
import { oneChunk } from '../libs/federation-build/src/one-chunk.ts';
import { oneContainer } from '../libs/federation-build/src/one-container.ts';
import { preloadStart } from '../libs/federation-build/src/preload-start.ts';
import { recoverableImports } from '../libs/federation-build/src/recoverable-imports.ts';
import { skipFacades } from '../libs/federation-build/src/skip-facades.ts';
import { startChunk } from '../libs/federation-build/src/start-chunk.ts';
import { verifiedFiles } from '../libs/federation-build/src/verified-files.ts';
import { compileHints } from './compile-hints.ts';
import { importedNames, providedNames, sourceHashes } from './contract.ts';
import { devGateway } from './dev-gateway.ts';
import { host, providedVersions, remote } from './federation.ts';
import { landingPage } from './landing.ts';
import { devPorts } from './ports.mjs';
import { offlineShell } from './offline-shell.ts';
import { precompress } from './precompress.ts';
import { prerenderScreens, type PrerenderedScreen } from './prerender-screens.ts';
import { prerenderSignIn } from './prerender-sign-in.ts';

const build = {
  target: 'es2022',
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
  assetsInlineLimit: 0,
  // Federation reads each export of a shared library separately, used or not.
  rolldownOptions: { treeshake: { propertyReadSideEffects: false } },
} satisfies UserConfig['build'];

// React Router exports only its development build to bundlers: https://github.com/remix-run/react-router/issues/14753
const router = fileURLToPath(
  new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url),
);

/** @param modules each shares a file with all its imports, except the imports of an earlier module */
const grouped = (modules: readonly string[]) => ({
  ...build,
  rolldownOptions: {
    ...build.rolldownOptions,
    output: { codeSplitting: { groups: modules.map((module) => oneChunk(path.resolve(module))) } },
  },
});

/**
 * Vite configuration of the shell.
 * @param composition loads the remotes: Module Federation, unless a benchmark compares it with another solution
 */
export function shellConfig(
  composition: PluginOption = [host(), startChunk(), providedNames(), preloadStart('app.html')],
): UserConfig {
  return {
    plugins: [
      leanLibraries(),
      inlineHelpers(),
      skipFacades(),
      recoverableImports(),
      react(),
      composition,
      devGateway(),
      landingPage(),
      listScreens({ '/auth/': 'src/features/auth-screens.ts' }),
      prerenderSignIn(),
      compileHints(),
      offlineShell(),
      precompress(),
    ],
    resolve: { alias: [{ find: /^react-router$/, replacement: router }] },
    define: {
      __PROVIDED_VERSIONS__: JSON.stringify(providedVersions()),
      // Parts of the federation runtime for servers and for snapshots of a deployment service.
      ENV_TARGET: JSON.stringify('web'),
      FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
    },
    build: {
      ...build,
      rolldownOptions: {
        treeshake: {
          ...build.rolldownOptions.treeshake,
          // Emotion imports it for an unused wrapper; the module has no side effects.
          moduleSideEffects: [{ test: /\/hoist-non-react-statics\//, sideEffects: false }],
        },
      },
    },
  };
}

/** Replaces a package that Trusted Types would block. */
const characterReferences = fileURLToPath(
  new URL('../libs/widgets/src/markdown/decode-character-reference.ts', import.meta.url),
);

/** Its index names 190 languages, each of which a build would read. */
const lowlight = fileURLToPath(new URL('../node_modules/lowlight/lib/index.js', import.meta.url));

interface RemoteOptions {
  screens?: Readonly<Record<string, string>>;
  prerendered?: Readonly<Record<string, PrerenderedScreen>>;
}

/**
 * Vite configuration of a remote.
 * @param name the remote's name in /remotes.json and in the list of dev ports
 * @param options `screens` modules that are imported on demand, by the URL prefix that needs them at once; `prerendered`
 * screens that pages show before the app has started, by the same
 */
export function remoteConfig(
  name: Exclude<keyof typeof devPorts, 'shell' | 'backend'>,
  { screens = {}, prerendered = {} }: RemoteOptions = {},
) {
  const port = devPorts[name];
  return (({ command }) => ({
    // Relative addresses: one build runs from any origin and folder, so promoting needs no rebuild.
    base: command === 'build' ? './' : '/',
    plugins: [
      importedNames(),
      sourceHashes(name),
      inlineHelpers(),
      skipFacades(),
      recoverableImports(),
      verifiedFiles(),
      react(),
      remote(name, command),
      oneContainer(),
      listScreens(screens),
      prerenderScreens(prerendered),
      compileHints(),
      precompress(),
    ],
    resolve: {
      alias: { 'decode-named-character-reference': characterReferences, lowlight },
    },
    build: grouped(['src/remote/routes.tsx', ...Object.values(screens)]),
    server: { port, strictPort: true, cors: true, origin: `http://localhost:${port}` },
  })) satisfies UserConfigFnObject;
}
