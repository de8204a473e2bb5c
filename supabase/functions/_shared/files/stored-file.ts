import * as z from 'zod/mini';
import { readData, type DataClient } from '../http/data-access.ts';
import type { FileStorage } from '../http/file-storage.ts';
import { fileChecksum } from './file-checksum.ts';

/** A stored file as a message names it. `supabasePath` is `bucket/key`. */
export interface StoredFile {
  name: string;
  size: number;
  sha256: string;
  supabasePath: string;
}

/** Whose rights decide. */
export interface FileAccess {
  userId: string;
  /** Acts as the person: row-level security decides. */
  data: DataClient;
  /** Stored files as the person: those that were found clean. */
  ownFiles: FileStorage;
}

/**
 * Reads a file's bytes as the person.
 * @throws Error when it is out of reach, or not what was found clean
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

/** Whether the person may read a file now, by our records of it. */
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
