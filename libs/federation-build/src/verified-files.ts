import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const SUFFIX = '?verified';
const PREFIX = '\0verified:';
/** Folder of the dev server, which returns such a file as it is. */
const DEV_FOLDER = '/@verified';

/**
 * Imports a file with its hash, for code that browsers cannot verify themselves, such as the script of a worker.
 * @example import { address, integrity } from 'a-package/worker.mjs?verified'; // await fetch(address, { integrity })
 */
export function verifiedFiles(): Plugin {
  const served = new Set<string>();
  let isServer = false;
  return {
    name: 'homie:verified-files',
    enforce: 'pre',
    configResolved({ command }) {
      isServer = command === 'serve';
    },
    async resolveId(source, importer) {
      if (!source.endsWith(SUFFIX)) return null;
      const resolved = await this.resolve(source.slice(0, -SUFFIX.length), importer);
      return resolved && `${PREFIX}${resolved.id}`;
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return null;
      const file = id.slice(PREFIX.length);
      const bytes = await readFile(file);
      const address = isServer
        ? JSON.stringify(`${DEV_FOLDER}${file}`)
        : `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: path.basename(file), source: bytes })}`;
      served.add(file);
      const hash = createHash('sha256').update(bytes).digest('base64');
      return [
        `export const address = new URL(${address}, import.meta.url).href;`,
        `export const integrity = 'sha256-${hash}';`,
      ].join('\n');
    },
    configureServer({ middlewares }) {
      middlewares.use(DEV_FOLDER, (request, response, next) => {
        const file = request.url ?? '';
        if (!served.has(file)) return next();
        void readFile(file).then((bytes) => response.end(bytes), next);
      });
    },
  };
}
