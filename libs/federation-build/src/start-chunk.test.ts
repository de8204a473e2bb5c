import { expect, test } from 'vitest';
import type { Plugin } from 'vite';
import { startChunk } from './start-chunk.ts';
import { buildFiles } from './testing/build-files.ts';

const FILES = {
  'main.js':
    'import { react } from "./react__loadShare__.js"; export const start = () => import("./lib/@module-federation/runtime.js"); export { react };',
  'react__loadShare__.js': 'export const react = globalThis.react;',
  'lib/@module-federation/runtime.js': 'export const init = globalThis.init;',
  'other.js': 'export const other = 1;',
};

/** Simulates the group of the federation plugin. */
const federation = (debugName: string): Plugin => ({
  name: 'federation',
  config: () => ({
    build: {
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              {
                debugName,
                name: (id) => (id.includes('__loadShare__') ? 'loadShare-eager' : null),
              },
            ],
          },
        },
      },
    },
  }),
});

test('the runtime shares a file with the shared libraries', async () => {
  const output = await buildFiles(FILES, [federation('module-federation'), startChunk()]);
  const [name = ''] = Object.keys(output).filter((file) => file.includes('loadShare-eager'));
  expect(output[name]).toContain('globalThis.react');
  expect(output[name]).toContain('globalThis.init');
});

test('the build fails if the federation plugin has no such group', async () => {
  await expect(buildFiles(FILES, [federation('other'), startChunk()])).rejects.toThrow(
    'no group of the federation plugin',
  );
});
