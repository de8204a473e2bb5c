// `npx nx g remote <name>`: a new micro-frontend, complete with tests and a place in the navigation.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';
import { assertName, namesOf } from './names.mjs';
import { addDevPort, addToLock, addTypes, textOf } from './workspace-files.mjs';

const templates = path.join(import.meta.dirname, 'files');

/**
 * The files of a template folder, as they will be in the workspace.
 * @param {string} folder below `files`
 * @param {Record<string, string> & { name: string }} values what stands in the place of `<%= key %>`
 * @returns {{ file: string, text: string }[]}
 */
function render(folder, values) {
  return readdirSync(path.join(templates, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const source = path.join(entry.parentPath, entry.name);
      const file = path
        .relative(path.join(templates, folder), source)
        .replaceAll('__name__', values.name)
        .replace(/\.template$/, '');
      const text = readFileSync(source, 'utf8').replaceAll(
        /<%= (\w+) %>/g,
        (placeholder, key) => values[key] ?? placeholder,
      );
      return { file, text };
    });
}

/**
 * Makes a remote.
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {{ name: string }} options
 */
export default async function remote(tree, { name }) {
  assertName(tree, name);
  const values = namesOf(name);
  const files = [
    ...render('app', values).map(({ file, text }) => ({ file: `apps/${name}/${file}`, text })),
    ...render('e2e', values).map(({ file, text }) => ({ file: `e2e/specs/${name}/${file}`, text })),
    addDevPort(tree, name),
    addTypes(tree, name),
  ];
  const style = JSON.parse(textOf(tree, '.prettierrc.json'));
  for (const { file, text } of files) {
    tree.write(file, await prettier.format(text, { ...style, filepath: file }));
  }
  const lock = addToLock(tree, name);
  tree.write(lock.file, lock.text);
}
