import type { FileStorage } from '../http/file-storage.ts';
import type { AttachmentStore } from './attachment-store.ts';

const BUCKET = 'attachments';

/**
 * Removes the objects whose rows were deleted. Several runs may overlap; a later one retries failed removals.
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
