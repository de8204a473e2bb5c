import { exportConversation, type Api } from '@homie/api-client';
import type { ExportFormat } from '@homie/contracts';

/** Time for the browser to read the file before its URL is revoked, in milliseconds. */
const KEEP_FILE_MS = 60_000;

/**
 * Saves a conversation as a file, under the name that the server returns.
 * @throws ApiError if it cannot be exported
 */
export async function downloadConversation(
  api: Api,
  id: string,
  format: ExportFormat,
): Promise<void> {
  const { filename, mime, text } = await exportConversation(api, id, format);
  const address = URL.createObjectURL(new Blob([text], { type: mime }));
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_FILE_MS);
}
