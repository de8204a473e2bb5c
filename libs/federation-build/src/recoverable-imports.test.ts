import type { Plugin } from 'vite';
import { expect, test } from 'vitest';
import { recoverableImports } from './recoverable-imports.ts';
import { buildFiles } from './testing/build-files.ts';

const files = {
  'main.js': 'export const load = () => import("./part.js");',
  'part.js': 'export const part = 1;',
};

test('an import() dispatches homie:import with the address of its file', async () => {
  const output = await buildFiles(files, [recoverableImports()]);
  const code = Object.values(output).join('\n');
  expect(code).toContain('homie:import');
  const part = Object.keys(output).find((name) => name.includes('part'));
  expect(part).toBeDefined();
  expect(code).toMatch(new RegExp(`\\[[^\\]]*"${part}"`));
});

test('the build fails if Vite has another preload helper', async () => {
  const other: Plugin = {
    name: 'other-helper',
    enforce: 'pre',
    load: (id) =>
      id.includes('preload-helper') ? 'export const __vitePreload = (load) => load()' : null,
  };
  await expect(buildFiles(files, [other, recoverableImports()])).rejects.toThrow(
    'Vite has another preload helper',
  );
});

test('the build fails for an import() that bypasses the helper', async () => {
  const bypass: Plugin = {
    name: 'bypass',
    renderChunk: (code) => `${code}\nimport("./late.js");`,
  };
  await expect(buildFiles(files, [recoverableImports(), bypass])).rejects.toThrow(
    'has an import() that the page cannot load',
  );
});

test('the build fails for an import() that needs a style sheet', async () => {
  const styled = { ...files, 'part.js': 'import "./part.css";', 'part.css': 'a { color: red }' };
  await expect(buildFiles(styled, [recoverableImports()])).rejects.toThrow('brings a style sheet');
});
