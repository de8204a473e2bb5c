import { expect, test } from 'vitest';
import type { Plugin } from 'vite';
import { oneContainer } from './one-container.ts';
import { buildFiles } from './testing/build-files.ts';

const ENTRY = 'virtual:mf-REMOTE_ENTRY_ID:chat';
const LIST = 'virtual:mf-localSharedImportMap:chat';
const INIT = 'virtual:mf:chat__H_A_I__hostAutoInit.js';

/** Simulates the federation plugin: two modules import the list of shared modules on demand. */
const federation = (entry: string): Plugin => {
  const modules: Record<string, string> = {
    [ENTRY]: entry,
    [LIST]: 'export const usedShared = String(globalThis.shared);',
    [INIT]: `export const start = () => import("${LIST}");`,
  };
  return {
    name: 'federation',
    resolveId: (id) => (id in modules ? id : null),
    load: (id) => modules[id] ?? null,
  };
};

const FILES = {
  'main.js': `export { init } from "${ENTRY}"; export const host = () => import("${INIT}");`,
};

test('the entry contains the list of shared modules, and nothing starts a host', async () => {
  const entry = `export const init = () => import("${LIST}").then((list) => list.usedShared);`;
  const output = await buildFiles(FILES, [federation(entry), oneContainer()]);
  const files = Object.values(output);
  expect(files.filter((code) => code.includes('globalThis.shared'))).toHaveLength(1);
  const main = files.find((code) => code.includes('as init') || code.includes('init }')) ?? '';
  expect(main).toContain('globalThis.shared');
  expect(files.join('\n')).not.toContain('start');
});

test('the build fails if the entry does not import the list', async () => {
  const plugins = [federation('export const init = 1;'), oneContainer()];
  await expect(buildFiles(FILES, plugins)).rejects.toThrow('no import of the shared modules');
});
