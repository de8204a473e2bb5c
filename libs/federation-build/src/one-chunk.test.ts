import path from 'node:path';
import { expect, test } from 'vitest';
import { oneChunk } from './one-chunk.ts';
import { buildFiles } from './testing/build-files.ts';

const FILES = {
  'main.js':
    'import { a } from "./a.js"; export const later = () => import("./later.js"); export { a };',
  'a.js': 'import { shared } from "./shared.js"; export const a = `${shared} a`;',
  'shared.js': 'export const shared = String(globalThis.shared);',
  'later.js': 'import { shared } from "./shared.js"; export const later = `${shared} later`;',
};

test('a module and its static imports share one file, and the file of an entry exports only its names', async () => {
  const grouped = await buildFiles(FILES, [], (root) => [oneChunk(path.join(root, 'main.js'))]);
  const [imports = ''] = Object.keys(grouped).filter((name) => name.includes('main-imports'));
  expect(grouped[imports]).toContain('globalThis.shared');
  expect(grouped[imports]).toContain(' a`');
  expect(grouped[imports]).not.toContain(' later`');
  // The entry, the group, and the lazily imported module.
  expect(Object.keys(grouped)).toHaveLength(3);
  const [main = ''] = Object.keys(grouped).filter((name) => /\bmain(?!-imports)/.test(name));
  expect(grouped[main]).toMatch(/^export \{ (\w+ as )?a, (\w+ as )?later \} from [^;]+;\s*$/);
});
