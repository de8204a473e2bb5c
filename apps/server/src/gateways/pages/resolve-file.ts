import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** A file that may be served. */
export interface ResolvedFile {
  path: string;
  size: number;
  modified: number;
}

/**
 * Finds the file for an address below a folder.
 * @param pathname still percent-encoded, with a leading slash
 * @returns undefined if there is no plain file: missing, a folder, hidden, or outside
 */
export async function resolveFile(
  folder: string,
  pathname: string,
): Promise<ResolvedFile | undefined> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (/[\0\\]/.test(decoded)) return undefined;
  const segments = decoded.split('/').filter((segment) => segment !== '');
  if (segments.length === 0 || segments.some((segment) => segment.startsWith('.')))
    return undefined;
  try {
    const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, ...segments))]);
    // A symbolic link may point anywhere.
    if (!path.startsWith(root + sep)) return undefined;
    const entry = await stat(path);
    return entry.isFile() ? { path, size: entry.size, modified: entry.mtimeMs } : undefined;
  } catch {
    return undefined;
  }
}
