import path from 'node:path';
import { expect, test } from 'vitest';
import type { Plugin } from 'vite';
import { oneChunk } from './one-chunk.ts';
import { skipFacades } from './skip-facades.ts';
import { buildFiles } from './testing/build-files.ts';

const FILES = {
  'main.js': 'export const open = () => import("./screen.js");',
  'screen.js': 'export { part as default } from "./part.js"; export const screen = 1;',
  'part.js': 'export const part = globalThis.part;',
};

/** Simulates the federation plugin, which makes each exposed module an entry. */
const exposes = (root: string): Plugin => ({
  name: 'exposes',
  buildStart() {
    this.emitFile({ type: 'chunk', id: path.join(root, 'screen.js') });
  },
});

test('the file that has the code of an entry is imported without its facade', async () => {
  let folder = '';
  const plugins: Plugin[] = [
    {
      name: 'root',
      configResolved: ({ root }) => {
        folder = root;
      },
      buildStart(options) {
        const { buildStart } = exposes(folder);
        if (typeof buildStart === 'function') return buildStart.call(this, options);
      },
    },
    skipFacades(),
  ];
  const output = await buildFiles(FILES, plugins, (root) => [
    oneChunk(path.join(root, 'screen.js')),
  ]);
  const code = Object.entries(output).find(([name]) => name.includes('main'))?.[1] ?? '';
  expect(code).toMatch(/import\("\.\/screen-imports-[^"]+\.js"\)\.then/);
  const address = /"(\.\/screen-imports-[^"]+)"/.exec(code)?.[1]?.slice(2) ?? '';
  const exported = /\(\{ default: file\.(\w+), screen: file\.(\w+) \}\)/.exec(code);
  expect(output[`assets/${address}`]).toContain(`part as ${exported?.[1]}`);
  expect(output[`assets/${address}`]).toContain(`screen as ${exported?.[2]}`);
});
