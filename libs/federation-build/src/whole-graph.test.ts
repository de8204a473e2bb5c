import path from 'node:path';
import { federation } from '@module-federation/vite';
import type { Plugin } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';
import { buildFiles } from './testing/build-files.ts';
import { wholeGraph } from './whole-graph.ts';

/**
 * Resolves `shared` to a module as `@module-federation/vite` does, and records the files that are parsed before it
 * loads.
 */
function federationWith(id: string) {
  const parsed: string[] = [];
  let atLoad: string[] = [];
  const plugin: Plugin = {
    name: 'federation',
    resolveId: (source) => (source === 'shared' ? id : null),
    load(loaded) {
      if (loaded !== id) return null;
      atLoad = parsed.toSorted();
      return 'export const value = 1;';
    },
  };
  // The first plugin: it records a file before the last one releases the shared module.
  const recorder: Plugin = {
    name: 'recorder',
    enforce: 'pre',
    moduleParsed: ({ id: file }) => void parsed.push(path.basename(file)),
  };
  return { plugin, recorder, atLoad: () => atLoad };
}

afterEach(() => vi.unstubAllEnvs());

const files = {
  'main.js': 'import { value } from "shared"; import "./a.js"; console.log(value);',
  'a.js': 'import("./b.js");',
  'b.js': 'import "./c.js";',
  'c.js': 'import { value } from "shared"; console.log(value);',
};

test('a shared module is loaded after the last file is parsed', async () => {
  const { plugin, recorder, atLoad } = federationWith('\0remote__loadShare__shared.js');
  await buildFiles(files, [recorder, wholeGraph(['./main.js']), plugin]);
  expect(atLoad()).toEqual(expect.arrayContaining(Object.keys(files)));
});

test('the build fails if shared modules have other names', async () => {
  const { plugin } = federationWith('\0remote-shared.js');
  await expect(buildFiles(files, [wholeGraph(['./main.js']), plugin])).rejects.toThrow(
    'saw no __loadShare__ module',
  );
});

test('the installed @module-federation/vite has shared modules with that name', async () => {
  vi.stubEnv('MFE_VITE_NO_TEST_ENV_CHECK', 'true');
  const output = await buildFiles(
    {
      'package.json': '{ "name": "remote", "dependencies": { "shared": "1.0.0" } }',
      'node_modules/shared/package.json':
        '{ "name": "shared", "version": "1.0.0", "type": "module", "main": "index.js" }',
      'node_modules/shared/index.js': 'export const value = 1; export const unused = 2;',
      ...files,
    },
    [
      wholeGraph(['./main.js']),
      federation({
        name: 'remote',
        dts: false,
        filename: 'entry.js',
        exposes: { './main': './main.js' },
        shared: { shared: { singleton: true, import: false, version: '1.0.0' } },
      }),
    ],
  );
  expect(Object.keys(output)).toContain('entry.js');
});
