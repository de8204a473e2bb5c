// Renders the templates of a generator.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';
import { readText } from './workspace-files.mjs';

/**
 * Renders the templates of a folder. Replaces `__key__` in file names and `<%= key %>` in texts with the value.
 * @param {string} folder
 * @param {Record<string, string>} values
 * @returns {{ file: string, text: string }[]}
 */
export function render(folder, values) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const source = path.join(entry.parentPath, entry.name);
      const file = path
        .relative(folder, source)
        .replaceAll(/__(\w+?)__/g, (placeholder, key) => values[key] ?? placeholder)
        .replace(/\.template$/, '');
      const text = readFileSync(source, 'utf8').replaceAll(
        /<%= (\w+) %>/g,
        (placeholder, key) => values[key] ?? placeholder,
      );
      return { file, text };
    });
}

/**
 * Writes files with the formatting of the workspace.
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {readonly { file: string, text: string }[]} files
 */
export async function writeFormatted(tree, files) {
  const style = JSON.parse(readText(tree, '.prettierrc.json'));
  for (const { file, text } of files) {
    tree.write(file, await prettier.format(text, { ...style, filepath: file }));
  }
}
