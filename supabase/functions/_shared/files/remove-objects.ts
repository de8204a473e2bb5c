import type { FileStorage } from '../http/file-storage.ts';
import type { AttachmentStore } from './attachment-store.ts';

const BUCKETS = ['attachments', 'documents'];

/**
 * Removes the objects whose rows were deleted. Several runs may overlap; a later one retries failed removals.
 * @throws AppError unavailable
 */
export async function removeObjects(attachments: AttachmentStore, files: FileStorage) {
  for (;;) {
    const paths = await attachments.claimRemoved();
    if (paths.length === 0) return;
    for (const bucket of BUCKETS) {
      const keys = paths
        .filter((path) => path.startsWith(`${bucket}/`))
        .map((path) => path.slice(bucket.length + 1));
      if (keys.length > 0) await files.remove(bucket, keys);
    }
    await attachments.forgetRemoved(paths);
  }
}
