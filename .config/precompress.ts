import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';
import { afterWrite } from '../libs/federation-build/src/after-write.ts';

const compress = promisify(brotliCompress);
/** In bytes. */
const SMALLEST = 1024;

/**
 * Writes `<file>.br` next to each script, style sheet and picture of a build: the highest quality takes too long while a
 * user waits. The server and other hosts for static files send it instead of compressing the file themselves.
 */
export function precompress(): Plugin {
  return {
    name: 'homie:precompress',
    ...afterWrite(async (folder) => {
      for (const name of await readdir(folder, { recursive: true })) {
        if (!/\.(m?js|css|svg)$/.test(name)) continue;
        const file = path.join(folder, name);
        const bytes = await readFile(file);
        if (bytes.length < SMALLEST) continue;
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        };
        await writeFile(`${file}.br`, await compress(bytes, { params }));
      }
    }),
  };
}
