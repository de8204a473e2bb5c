import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFolderStore } from '../stores/folder-store.mjs';

/** @typedef {Awaited<ReturnType<typeof scratchStore>>} ScratchStore */

/** Creates a release store in a temporary folder; `remove` deletes it. */
export async function scratchStore() {
  const folder = await mkdtemp(path.join(tmpdir(), 'homie-releases-'));
  return {
    folder,
    store: createFolderStore(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
