// `npx nx g remote <name>`: a new micro-frontend, with tests and a navigation entry.
import path from 'node:path';
import { render, writeFormatted } from '../render.mjs';
import { addDevPort, addOwner, addToLock, addTypes } from '../workspace-files.mjs';
import { assertName, deriveNames } from './names.mjs';

const templates = path.join(import.meta.dirname, 'files');

/**
 * Creates a remote.
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {{ name: string }} options
 */
export default async function remote(tree, { name }) {
  assertName(tree, name);
  const values = deriveNames(name);
  /** @param {string} template @param {string} folder */
  const renderInto = (template, folder) =>
    render(path.join(templates, template), values).map(({ file, text }) => ({
      file: `${folder}/${file}`,
      text,
    }));
  await writeFormatted(tree, [
    ...renderInto('app', `apps/${name}`),
    ...renderInto('e2e', `e2e/specs/${name}`),
    addDevPort(tree, name),
    addTypes(tree, name),
  ]);
  for (const { file, text } of [addOwner(tree, name), addToLock(tree, name)])
    tree.write(file, text);
}
