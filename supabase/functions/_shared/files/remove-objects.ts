import type { FileStorage } from '../http/file-storage.ts';
import type { AttachmentStore } from './attachment-store.ts';

const BUCKET = 'attachments';

/**
 * Removes the objects whose rows are gone. Several may do so at once, and what one could not remove is removed by a
 * later one.
 * @throws AppError unavailable
 */
export async function removeObjects(attachments: AttachmentStore, files: FileStorage) {
  for (;;) {
    const paths = await attachments.claimRemoved();
    if (paths.length === 0) return;
    await files.remove(
      BUCKET,
      paths.map((path) => path.slice(BUCKET.length + 1)),
    );
    await attachments.forgetRemoved(paths);
  }
}
