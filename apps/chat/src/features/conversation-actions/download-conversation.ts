import { exportConversation, type Api } from '@homie/api-client';
import { timeZone } from '@homie/composition';
import type { ExportFormat } from '@homie/contracts';
import { withAbsoluteLinks } from './absolute-links';

/** Time for the browser to read the file before its URL is revoked, in milliseconds. */
const KEEP_FILE_MS = 60_000;

function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_FILE_MS);
}

/**
 * Saves a conversation as a file, under the name that the server returns.
 * @throws ApiError if it cannot be exported
 */
export async function downloadConversation(
  api: Api,
  id: string,
  format: ExportFormat,
): Promise<void> {
  const { filename, mime, text } = await exportConversation(api, id, format, timeZone.getState());
  const content = format === 'markdown' ? withAbsoluteLinks(text, location.origin) : text;
  saveFile(filename, new Blob([content], { type: mime }));
}

/**
 * Saves the branch of a conversation that is shown as a Word document.
 * @param writer the name of the user who wrote its messages
 * @throws ApiError if it cannot be exported
 */
export async function downloadWord(api: Api, id: string, writer: string): Promise<void> {
  const [{ filename, text }, { conversationDocx }, { readExportedThread }] = await Promise.all([
    exportConversation(api, id, 'json', timeZone.getState()),
    import('./word/conversation-docx'),
    import('./word/exported-thread'),
  ]);
  saveFile(
    filename.replace(/\.json$/, '.docx'),
    await conversationDocx(readExportedThread(withAbsoluteLinks(text, location.origin), writer)),
  );
}
