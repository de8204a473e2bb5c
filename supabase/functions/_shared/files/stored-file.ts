import * as z from 'zod/mini';
import { readData, type DataClient } from '../http/data-access.ts';
import type { FileStorage } from '../http/file-storage.ts';
import { fileChecksum } from './file-checksum.ts';

/** Stored file as a message refers to it. `supabasePath` is `bucket/key`. */
export interface StoredFile {
  name: string;
  size: number;
  sha256: string;
  supabasePath: string;
}

/** User with whose permissions a file is read, and clients that act as the user. */
export interface FileAccess {
  userId: string;
  /** Acts as the user, under row-level security. */
  data: DataClient;
  /** File storage as the user: only files that were found clean. */
  ownFiles: FileStorage;
}

/**
 * Reads a file's bytes as the user.
 * @throws Error if it is inaccessible, or not the one that was found clean
 */
export async function readStored(
  file: StoredFile,
  ownFiles: FileStorage,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await ownFiles.read(file.supabasePath, file.size);
  if (bytes === undefined || (await fileChecksum(bytes)) !== file.sha256)
    throw new Error('A stored file is not what was uploaded');
  return bytes;
}

/** Checks in our own records if the user may read a file now. */
export async function isReadable(file: StoredFile, data: DataClient): Promise<boolean> {
  const rows = await readData(
    data
      .from('attachments')
      .select('id')
      .eq('supabase_path', file.supabasePath)
      .eq('sha256', file.sha256)
      .eq('scan_status', 'clean'),
    z.array(z.unknown()),
  );
  return rows.length > 0;
}
