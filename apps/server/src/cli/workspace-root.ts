import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Finds the root folder of the workspace, or of the container's copy of it: the nearest folder above this file that has
 * the migrations. The source file and the built file lie at different depths.
 * @throws Error when there is none
 */
export function workspaceRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'supabase/migrations'))) {
    if (folder === dirname(folder)) throw new Error('No folder above has supabase/migrations');
    folder = dirname(folder);
  }
  return folder;
}
