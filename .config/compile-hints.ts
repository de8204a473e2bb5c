import type { Plugin, Rolldown } from 'vite';

const HINT = '//# allFunctionsCalledOnLoad\n';

/** Chunks of the first load: the shared libraries, the federation runtime, the app, its sign-in, and the screens of remotes. */
const isFirst = ({ name, moduleIds }: Rolldown.RenderedChunk) =>
  /^(loadShare-eager|app|auth-screens|.+-imports)$/.test(name) ||
  moduleIds.some((id) => id.includes('/@module-federation/runtime-core/'));

/**
 * Marks the chunks of the first load: Chromium then compiles all their functions while it downloads them, instead of
 * one after the other on the main thread. Other browsers ignore the comment, which must be the first line.
 */
export function compileHints(): Plugin {
  return {
    name: 'homie:compile-hints',
    apply: 'build',
    enforce: 'post',
    augmentChunkHash: (chunk) => (isFirst(chunk) ? HINT : ''),
    generateBundle: {
      // After Vite has added its list of preloaded files to the beginning.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && isFirst(file)) file.code = HINT + file.code;
      },
    },
  };
}
