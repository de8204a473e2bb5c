import path from 'node:path';
import { expect, test } from 'vitest';
import { listScreens } from './list-screens.ts';
import { oneChunk } from './one-chunk.ts';
import { buildFiles } from './testing/build-files.ts';

const FILES = {
  'main.js': 'export const open = () => [import("./screen.js"), import("./other.js")];',
  'screen.js': 'import { shared } from "./shared.js"; export const screen = shared;',
  'other.js': 'import { shared } from "./shared.js"; export const other = shared;',
  'shared.js': 'export const shared = globalThis.shared;',
};

test('lists the file of a module and its imports, by URL prefix', async () => {
  const output = await buildFiles(FILES, [listScreens({ '/auth/': 'screen.js' })]);
  const screens = JSON.parse(output['screens.json'] ?? '');
  expect(Object.keys(screens)).toEqual(['/auth/']);
  const code = screens['/auth/'].map((file: string) => output[file]).join('\n');
  expect(code).toContain('globalThis.shared');
  expect(code).not.toContain('other');
});

test('fails the build if a module has no file', async () => {
  const plugins = [listScreens({ '/auth/': 'missing.js' })];
  await expect(buildFiles(FILES, plugins)).rejects.toThrow('no file of missing.js');
});

test('lists the file that has the code of a grouped module', async () => {
  const plugins = [listScreens({ '/auth/': 'screen.js' })];
  const output = await buildFiles(FILES, plugins, (root) => [
    oneChunk(path.join(root, 'screen.js')),
  ]);
  const screens = JSON.parse(output['screens.json'] ?? '');
  expect(screens['/auth/']).toEqual([expect.stringContaining('screen-imports')]);
});
