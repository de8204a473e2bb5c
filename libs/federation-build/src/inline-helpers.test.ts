import { expect, test } from 'vitest';
import { inlineHelpers } from './inline-helpers.ts';
import { buildFiles } from './testing/build-files.ts';

const FILES = {
  'main.js': 'import a from "./a.cjs"; export const open = () => [a, import("./later.js")];',
  'a.cjs': 'exports.a = globalThis.a;',
  'later.js':
    'import b from "./b.cjs"; import * as all from "./all.js"; export default [b, { all }];',
  'all.js': 'export const one = globalThis.one;',
  'b.cjs': 'exports.b = globalThis.b;',
};

test('each file has the helpers that it needs, and none imports another file for them', async () => {
  const output = await buildFiles(FILES, [inlineHelpers()]);
  expect(Object.keys(output).filter((name) => name.endsWith('.js'))).toHaveLength(2);
  for (const [name, code] of Object.entries(output)) {
    expect(code).not.toMatch(/from ["'].*(runtime|helper)/);
    expect(code).toContain('__commonJSMin =');
    // Only one of them creates an object of a module's exports.
    expect(code.includes('__exportAll =')).toBe(name.includes('later'));
  }
});

test('without the plugin the helpers have a separate file', async () => {
  const output = await buildFiles(FILES, []);
  expect(Object.keys(output).some((name) => name.includes('rolldown-runtime'))).toBe(true);
});
