import { fileLinkSchema } from '@homie/contracts';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';

/**
 * Downloads the original file of a version of a document, under its name.
 * @throws ApiError with the server's message if it was removed, not scanned, or the user has no access
 */
export async function downloadDocument(api: Api, versionId: string): Promise<void> {
  const { url } = await callFunction(api, fileLinkSchema, {
    endpoint: '/documents/file',
    method: 'POST',
    body: { versionId },
  });
  // The link is valid for moments only. One that arrives too late does not navigate the page.
  const link = document.createElement('a');
  link.href = url.startsWith('/') ? `${api.baseUrl}${url}` : url;
  link.download = '';
  link.click();
}
