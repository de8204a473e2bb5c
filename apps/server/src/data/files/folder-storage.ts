import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, type Stats } from 'node:fs';
import { copyFile, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { noteTrouble } from '../database/index.ts';
import { renameDurably } from './safe-files.ts';
import type { StorageAdapter } from './storage-adapter.ts';

type Body = Parameters<StorageAdapter['uploadObject']>[3];

/**
 * Returns the path of a stored file. Its name on disk is derived from a hash of its key, so that no key leads out of
 * the folder or to another user's file.
 */
export function storedFile(folder: string, bucket: string, key: string): string {
  const name = createHash('sha256')
    .update(JSON.stringify([bucket, key]))
    .digest('hex');
  return join(folder, name.slice(0, 2), name);
}

/** Stores files in a folder. */
export function createFolderStorage(folder: string): StorageAdapter {
  const getPath = (bucket: string, key: string) => storedFile(folder, bucket, key);

  const metadataOf = ({ size, mtime }: Stats) => ({
    cacheControl: 'no-store',
    contentLength: size,
    size,
    mimetype: 'application/octet-stream',
    lastModified: mtime,
    eTag: `"${size.toString(16)}-${mtime.getTime().toString(16)}"`,
    httpStatusCode: 200,
  });
  const describe = async (file: string) => metadataOf(await stat(file));

  const storage: StorageAdapter = {
    driver: null,
    async getObject(bucket, key) {
      // Opened once: a replacement in the meantime may have another length.
      const file = await open(getPath(bucket, key));
      const metadata = metadataOf(await file.stat());
      // Node's and the DOM's stream types differ only in name here.
      const body = Readable.toWeb(file.createReadStream()) as ReadableStream;
      return { metadata, httpStatusCode: 200, body };
    },
    async uploadObject(bucket, key, _version, body, contentType) {
      const file = getPath(bucket, key);
      const aside = `${file}.${randomUUID()}`;
      await mkdir(dirname(file), { recursive: true });
      try {
        await pipeline(readable(body), createWriteStream(aside, { mode: 0o600, flush: true }));
        await renameDurably(aside, file);
      } catch (error) {
        noteTrouble(error);
        await rm(aside, { force: true });
        throw error;
      }
      return { ...(await describe(file)), mimetype: contentType };
    },
    async deleteObject(bucket, key) {
      await rm(getPath(bucket, key), { force: true });
    },
    async deleteObjects(bucket, keys) {
      await Promise.all(keys.map((key) => rm(getPath(bucket, key), { force: true })));
    },
    async copyObject(sourceBucket, source, _version, targetBucket, target) {
      const file = getPath(targetBucket, target);
      await mkdir(dirname(file), { recursive: true });
      await copyFile(getPath(sourceBucket, source), file);
      const { eTag, lastModified } = await describe(file);
      return { httpStatusCode: 200, eTag, lastModified };
    },
    headObject: (bucket, key) => describe(getPath(bucket, key)),
    privateAssetUrl: async () => '',
  };
  return storage;
}

function readable(body: Body): Readable {
  if (body instanceof Uint8Array) return Readable.from([body]);
  // As above, and Node insists on its own name.
  return Readable.fromWeb(body as unknown as NodeReadableStream);
}
