import { AppError } from '@homie/contracts/requests';
import type { FileStorage } from '../_shared/http/file-storage.ts';

/** Lifetime of a link. Revoked access takes effect within it, since a signed link is not authorised again. */
const LINK_SECONDS = 5;
/** Message about a file that was removed, or that the caller may not read. */
export const FILE_GONE = 'This file no longer exists.';

/**
 * Returns a short-lived link that downloads a stored file under a name. The caller has been authorised to read it.
 * @param files as the server: users may not sign links, which would outlive their access
 * @throws AppError not_found
 */
export async function linkStoredFile(
  files: FileStorage,
  path: string,
  name: string,
): Promise<{ url: string }> {
  const url = await files.link(path, name, LINK_SECONDS);
  if (url === undefined) throw new AppError('not_found', FILE_GONE);
  return { url };
}
