import path from 'node:path';
import { expect, test } from 'vitest';
import type { Plugin } from 'vite';
import { oneChunk } from './one-chunk.ts';
import { preloadStart } from './preload-start.ts';
import { buildFiles } from './testing/build-files.ts';

const FILES = {
  'main.js': 'import "./shared.js"; export const open = () => import("./screen.js");',
  'shared.js': 'globalThis.shared = 1;',
  'screen.js':
    'import "./shared.js"; import { part } from "./part.js"; export const screen = part;',
  'part.js': 'export const part = globalThis.part;',
};

/** Simulates the federation plugin: writes a page, and a script that imports two others. */
const federation = (bootstrap: string): Plugin => ({
  name: 'federation',
  generateBundle(_, bundle) {
    const main = Object.keys(bundle).find((name) => name.includes('main')) ?? '';
    const source = bootstrap.replaceAll('MAIN', main.replace('assets/', ''));
    const fileName = 'assets/mf-entry-bootstrap-0-1234.js';
    this.emitFile({ type: 'asset', fileName, source });
    const page = '<head><link rel="modulepreload" href="/assets/init.js"></head>';
    this.emitFile({ type: 'asset', fileName: 'app.html', source: page });
  },
});

const IMPORTS = '__mfImport("./init.js"); __mfImport("./MAIN")';

test('the page preloads the imports of the bootstrap, each file once', async () => {
  const output = await buildFiles(FILES, [federation(IMPORTS), preloadStart('app.html')]);
  const links = [...(output['app.html'] ?? '').matchAll(/href="\/([^"]+)"/g)].map(
    ([, file]) => file,
  );
  expect(links[0]).toBe('assets/init.js');
  expect(links.filter((file) => file?.includes('main'))).toHaveLength(1);
});

test('the page and the bootstrap skip files that only re-export others', async () => {
  const plugins = [federation(IMPORTS), preloadStart('app.html')];
  const output = await buildFiles(FILES, plugins, (root) => [oneChunk(path.join(root, 'main.js'))]);
  const names = Object.keys(output).join('\n');
  expect(names).not.toMatch(/main-(?!imports)/);
  expect(output['app.html']).toMatch(/href="\/assets\/main-imports-[^"]+"/);
  expect(output['app.html']).not.toMatch(/main-(?!imports)/);
  const bootstrap = output['assets/mf-entry-bootstrap-0-1234.js'];
  expect(bootstrap).toMatch(
    /"\.\/main-imports-[^"]+"\)\.then\(\(file\) => \(\{ open: file\.\w+ \}\)\)/,
  );
});

test.each([
  ['there is no bootstrap', [preloadStart('app.html')], 'no page with the bootstrap'],
  ['it imports nothing', [federation('{}'), preloadStart('app.html')], 'no imports'],
])('the build fails if %s', async (_, plugins, message) => {
  await expect(buildFiles(FILES, plugins)).rejects.toThrow(message);
});
