import { fileLinkSchema } from '@homie/contracts';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';

/**
 * Requests a link to the original file of a version of a document.
 * @returns a URL that is valid for a short time, without a header
 * @throws ApiError with the server's message if it was removed, not scanned, or the user has no access
 */
export async function linkDocument(api: Api, versionId: string): Promise<string> {
  const { url } = await callFunction(api, fileLinkSchema, {
    endpoint: '/documents/file',
    method: 'POST',
    body: { versionId },
  });
  return url.startsWith('/') ? `${api.baseUrl}${url}` : url;
}

/**
 * Downloads the original file of a version of a document, under its name.
 * @throws ApiError as {@link linkDocument}
 */
export async function downloadDocument(api: Api, versionId: string): Promise<void> {
  // The link is valid for moments only. One that arrives too late does not navigate the page.
  const link = document.createElement('a');
  link.href = await linkDocument(api, versionId);
  link.download = '';
  link.click();
}
