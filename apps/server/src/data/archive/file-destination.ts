import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { renameDurably } from '../files/safe-files.ts';
import { storedFile } from '../files/folder-storage.ts';
import { ArchiveError } from './archive-line.ts';

/** Destination of the files of an archive. */
export interface FileDestination {
  /**
   * Stores a file, replacing one of the same name.
   * @param type the content type that the storage reports
   * @returns SHA-256 of the stored file
   */
  put(bucket: string, key: string, pieces: AsyncIterable<Buffer>, type: string): Promise<string>;
}

/** Stores files in the folder of a server of ours. */
export function folderDestination(folder: string): FileDestination {
  return {
    async put(bucket, key, pieces) {
      const file = storedFile(folder, bucket, key);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const aside = `${file}.next`;
      const written = createWriteStream(aside, { mode: 0o600, flush: true });
      await pipeline(Readable.from(pieces), written);
      await renameDurably(aside, file);
      const hash = createHash('sha256');
      await pipeline(createReadStream(file), hash);
      return hash.digest('hex');
    },
  };
}

/**
 * Stores files in the file storage of a Supabase project, over HTTP.
 * @param secretKey of the project
 */
export function supabaseDestination(supabaseUrl: string, secretKey: string): FileDestination {
  const request = async (bucket: string, key: string, init: RequestInit) => {
    const path = [bucket, ...key.split('/')].map(encodeURIComponent).join('/');
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${secretKey}`);
    headers.set('apikey', secretKey);
    const response = await fetch(`${supabaseUrl}/storage/v1/object/${path}`, { ...init, headers });
    if (response.ok) return response;
    throw new ArchiveError(`The storage answered ${response.status} for ${bucket}/${key}.`);
  };
  return {
    async put(bucket, key, pieces, type) {
      // At most the size limit of an upload: 25 MB.
      const held: Buffer[] = [];
      for await (const piece of pieces) held.push(piece);
      const body = Buffer.concat(held);
      const headers = { 'content-type': type, 'x-upsert': 'true', 'cache-control': 'no-store' };
      const stored = await request(bucket, key, { method: 'POST', headers, body });
      await stored.body?.cancel();
      const found = await request(bucket, key, { method: 'GET' });
      return createHash('sha256')
        .update(Buffer.from(await found.arrayBuffer()))
        .digest('hex');
    },
  };
}
