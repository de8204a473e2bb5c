// `npx nx g resource <name>`: a new resource of the admin area, with contract, endpoints, list and dialogs.
import path from 'node:path';
import { render, writeFormatted } from '../render.mjs';
import { readText } from '../workspace-files.mjs';
import { deriveNames } from './names.mjs';

const templates = path.join(import.meta.dirname, 'files');
const CONTRACTS = 'supabase/functions/_shared/contracts';
const API = 'libs/api-client/src/administration';
const APP = 'apps/admin/src';

/**
 * Inserts a line before another one.
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {string} file
 * @param {{ line: string, before: string }} insertion
 * @throws Error if the file does not contain `before`
 */
function insertLine(tree, file, { line, before }) {
  const text = readText(tree, file);
  if (!text.includes(before)) throw new Error(`${file} has changed: add '${line.trim()}' by hand.`);
  return { file, text: text.replace(before, `${line}\n${before}`) };
}

/**
 * Adds the section to the tabs of the admin area.
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {ReturnType<typeof deriveNames>} names
 */
function addSection(tree, { plural, title }) {
  const file = `${APP}/remote/contributions.json`;
  /** @type {{ adminSections: { id: string, label: string, path: string }[] }} */
  const contributions = JSON.parse(readText(tree, file));
  const section = { id: plural, label: title, path: `/admin/${plural}` };
  const adminSections = [...contributions.adminSections, section];
  return { file, text: JSON.stringify({ ...contributions, adminSections }) };
}

/**
 * Creates a resource. Creates no table: the developer decides who may read and change a record.
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {{ name: string, plural?: string }} options
 */
export default async function resource(tree, { name, plural }) {
  const names = deriveNames(name, plural);
  const taken = [`${CONTRACTS}/${names.plural}.ts`, `${APP}/features/${names.plural}`];
  for (const file of taken) {
    if (tree.exists(file)) throw new Error(`'${names.plural}' is taken: ${file} exists.`);
  }
  /** @param {string} template @param {string} folder */
  const renderInto = (template, folder) =>
    render(path.join(templates, template), names).map(({ file, text }) => ({
      file: `${folder}/${file}`,
      text,
    }));
  await writeFormatted(tree, [
    ...renderInto('contract', CONTRACTS),
    ...renderInto('api', `${API}/${names.plural}`),
    ...renderInto('app', `${APP}/features/${names.plural}`),
    insertLine(tree, `${CONTRACTS}/index.ts`, {
      line: `export type * from './${names.plural}.ts';`,
      before: "export * from './session.ts';",
    }),
    insertLine(tree, `${CONTRACTS}/admin.ts`, {
      line: `export * from './${names.plural}.ts';`,
      before: "export * from './remote-health.ts';",
    }),
    insertLine(tree, `${API}/index.ts`, {
      line: `export * from './${names.plural}/${name}-data';`,
      before: "export * from './records/list-viewers';",
    }),
    insertLine(tree, 'libs/api-client/src/index.ts', {
      line: `export type { ${names.One}Search } from './administration/${names.plural}/${name}-data';`,
      before: "export type { Counted } from './administration/page-range';",
    }),
    insertLine(tree, `${APP}/sections/section-screens.ts`, {
      line: `  '${names.plural}': async () => (await import('../features/${names.plural}/${names.plural}-screen')).${names.Many}Screen,`,
      before: "  users: async () => (await import('../features/users/users-screen')).UsersScreen,",
    }),
    addSection(tree, names),
  ]);
  return () => {
    console.info(
      `Create the table public.${names.plural.replaceAll('-', '_')}, and update the types: docs/guides/developing.md.`,
    );
    console.info('Its triggers record changes: supabase/schemas/administration/record.sql.');
  };
}
