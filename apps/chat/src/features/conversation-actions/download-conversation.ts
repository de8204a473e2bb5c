import { exportConversation, type Api } from '@homie/api-client';
import type { ExportFormat } from '@homie/contracts';

/** Long enough for a browser to take the file, in milliseconds. */
const KEEP_FILE_MS = 60_000;

/**
 * Has the browser save a conversation as a file, under the name that the server gives it.
 * @throws ApiError when it cannot be exported
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
