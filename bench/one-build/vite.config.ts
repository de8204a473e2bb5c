import { fileURLToPath } from 'node:url';
import type { Plugin, UserConfig } from 'vite';
import { shellConfig } from '../../.config/vite.ts';

/** The two modules of the shell that depend on federation, and their replacements. */
const replaced: readonly (readonly [RegExp, string])[] = [
  [/\/remotes\/loading\/federation-runtime$/, './load-remote.ts'],
  [/\/remotes\/read-manifest$/, './read-manifest.ts'],
];

const oneBuild: Plugin = {
  name: 'bench:one-build',
  enforce: 'pre',
  resolveId(source) {
    const [, file] = replaced.find(([module]) => module.test(source)) ?? [];
    return file && fileURLToPath(new URL(file, import.meta.url));
  },
};

/** Shell and remotes as one application: `bench/federation.mjs` compares the composed one with it. */
const config: UserConfig = {
  ...shellConfig(oneBuild),
  root: fileURLToPath(new URL('../../apps/shell', import.meta.url)),
};

export default config;
