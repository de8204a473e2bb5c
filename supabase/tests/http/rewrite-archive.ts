import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';

/**
 * Writes a copy of an archive as if its database had other migrations.
 * @param file path of the copy
 * @returns this path
 */
export async function rewriteArchive(
  archive: string,
  file: string,
  migrations: readonly string[],
): Promise<string> {
  const [begin = '', ...lines] = gunzipSync(await readFile(archive))
    .toString('utf8')
    .split('\n');
  const header = JSON.stringify({ ...(JSON.parse(begin) as object), migrations });
  const stored = [header, ...lines.slice(0, -2)];
  const sha256 = createHash('sha256')
    .update(`${stored.join('\n')}\n`)
    .digest('hex');
  const end = JSON.stringify({ kind: 'end', lines: stored.length, sha256 });
  await writeFile(file, gzipSync(`${[...stored, end].join('\n')}\n`));
  return file;
}
