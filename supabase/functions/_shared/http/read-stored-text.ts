import type { FileStorage } from './file-storage.ts';
import { sha256 } from './sha256.ts';

/** What can be read as it stands; other formats need an extraction of their own. */
const TEXT_TYPES = new Set(['text/plain', 'text/csv']);
const MAX_BYTES = 1024 * 1024;

/** A stored file as our records describe it. `path` is `bucket/key`. */
export interface StoredText {
  path: string;
  mime: string;
  size: number;
  sha256: string;
}

/**
 * Reads a stored text file as the caller: the storage's own rules decide whether the caller may, and hand out clean
 * files only.
 * @returns the text, or undefined when the file is no text, too large, out of reach, or not what was found clean
 */
export async function readStoredText(
  files: FileStorage,
  stored: StoredText,
): Promise<string | undefined> {
  if (!TEXT_TYPES.has(stored.mime) || stored.size > MAX_BYTES) return undefined;
  try {
    const bytes = await files.read(stored.path, stored.size);
    if (bytes === undefined || (await sha256(bytes)) !== stored.sha256) return undefined;
    return new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
