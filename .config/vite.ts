import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { PluginOption, UserConfig, UserConfigFnObject } from 'vite';
import { leanLibraries } from '../libs/federation-build/src/lean-libraries.ts';
import { recoverableImports } from '../libs/federation-build/src/recoverable-imports.ts';
import { importedNames, providedNames } from './contract.ts';
import { devGateway } from './dev-gateway.ts';
import { host, providedVersions, remote } from './federation.ts';
import { landingPage } from './landing.ts';
import { devPorts } from './ports.ts';

const build = {
  target: 'es2022',
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
  assetsInlineLimit: 0,
  // Federation reads each name of a shared library for itself, used or not.
  rolldownOptions: { treeshake: { propertyReadSideEffects: false } },
} satisfies UserConfig['build'];

// React Router exports only its development build to bundlers: https://github.com/remix-run/react-router/issues/14753
const router = fileURLToPath(
  new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url),
);

/**
 * Vite configuration of the shell.
 * @param composition brings the remotes: Module Federation, unless a bench compares it with something else
 */
export function shellConfig(composition: PluginOption = [host(), providedNames()]): UserConfig {
  return {
    plugins: [
      leanLibraries(),
      recoverableImports(),
      react(),
      composition,
      devGateway(),
      landingPage(),
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
          // Emotion imports it for a wrapper that nobody uses; it does nothing by itself.
          moduleSideEffects: [{ test: /\/hoist-non-react-statics\//, sideEffects: false }],
        },
      },
    },
  };
}

/**
 * Vite configuration of a remote.
 * @param name the remote's name in /remotes.json and in the list of dev ports
 * @param alias modules that stand in place of packages
 */
export function remoteConfig(
  name: Exclude<keyof typeof devPorts, 'shell' | 'backend'>,
  alias: Readonly<Record<string, string>> = {},
) {
  const port = devPorts[name];
  return (({ command }) => ({
    // Relative addresses: one build runs from any origin and folder, so promoting needs no rebuild.
    base: command === 'build' ? './' : '/',
    plugins: [importedNames(), recoverableImports(), react(), remote(name, command)],
    resolve: { alias },
    build,
    server: { port, strictPort: true, cors: true, origin: `http://localhost:${port}` },
  })) satisfies UserConfigFnObject;
}
