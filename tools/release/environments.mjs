import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { root } from '../steps/run.mjs';
import { Failure } from './failure.mjs';
import { createFolderStore } from './stores/folder-store.mjs';

const folder = path.join(root, 'environments');

const environmentSchema = z.object({
  store: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('folder'), folder: z.string() }),
    z.object({ kind: z.literal('supabase'), url: z.url(), bucket: z.string() }),
  ]),
  url: z.url(),
});

/**
 * An environment: a product that people open, composed of releases.
 * @typedef {object} Environment
 * @property {string} name
 * @property {string} url where people open it
 * @property {import('./stores/release-store.mjs').ReleaseStore} store
 */

/** Names of all environments, from `environments/<name>.json`. */
export function environmentNames() {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => path.basename(file, '.json'))
    .sort();
}

/**
 * Opens an environment. HOMIE_RELEASES names another folder than the file does.
 * @param {string} name e.g. `staging`
 * @returns {Promise<Environment>}
 */
export async function openEnvironment(name) {
  const file = path.join(folder, `${name}.json`);
  if (!/^[a-z][a-z0-9-]*$/.test(name) || !existsSync(file))
    throw new Failure(
      `There is no environment "${name}".`,
      `There are: ${environmentNames().join(', ')} (environments/*.json).`,
    );
  const parsed = environmentSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success)
    throw new Failure(
      `environments/${name}.json cannot be read:\n${z.prettifyError(parsed.error)}`,
    );
  const { store, url } = parsed.data;
  return { name, url, store: await openStore(store) };
}

/** @param {z.infer<typeof environmentSchema>['store']} store */
async function openStore(store) {
  if (store.kind === 'folder')
    return createFolderStore(path.resolve(root, process.env.HOMIE_RELEASES || store.folder));
  const { createSupabaseStore } = await import('./stores/supabase-store.mjs');
  return createSupabaseStore(store);
}
