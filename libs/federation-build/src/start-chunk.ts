import type { Plugin } from 'vite';

/** The chunk of the shared libraries, as `@module-federation/vite` calls it. */
const CHUNK = 'loadShare-eager';
/** Its modules that start the host, and its runtime. */
const START = /virtual:mf|\/@module-federation\//;

/**
 * Bundles the modules that start federation with the shared libraries: a page needs all of them before it can render,
 * and the federation plugin writes them to six files.
 *
 * Its groups have priority over those of the configuration, so this plugin extends them. Must be listed after it.
 */
export function startChunk(): Plugin {
  return {
    name: 'homie:start-chunk',
    apply: 'build',
    config: {
      order: 'post',
      handler({ build }) {
        const output = build?.rolldownOptions?.output;
        const splitting = output && 'codeSplitting' in output ? output.codeSplitting : undefined;
        const groups = typeof splitting === 'object' ? splitting.groups : undefined;
        const group = groups?.find(({ debugName }) => debugName === 'module-federation');
        const nameOf = group?.name;
        if (!group || typeof nameOf !== 'function')
          throw new Error('start-chunk.ts found no group of the federation plugin');
        group.name = (id, context) => nameOf(id, context) ?? (START.test(id) ? CHUNK : null);
      },
    },
  };
}
