import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Returns the hooks of a plugin that changes the files of a build after all plugins. `closeBundle` alone also runs, without
 * an error, if a plugin failed before the files were written: its own failure would replace the reason.
 * @param change receives the folder that has the files
 */
export function afterWrite(change: (folder: string) => Promise<void>): Omit<Plugin, 'name'> {
  let folder = '';
  let isWritten = false;
  return {
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir);
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      order: 'post',
      async handler() {
        if (isWritten && !this.meta.watchMode) await change(folder);
      },
    },
  };
}
