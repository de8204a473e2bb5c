import { uploadResponseSchema, type Attachment } from '@homie/contracts';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import { envelopeData, FUNCTION_PATH } from '../../http/call-function';
import { readAnswer } from '../../http/read-answer';
import { sendRequest } from '../../http/send-request';
import { base64Text } from './base64-text';

async function readFile(file: File, signal: AbortSignal): Promise<Blob> {
  try {
    return await base64Text(file, signal);
  } catch (cause) {
    signal.throwIfAborted();
    // Moved, renamed or changed since it was chosen, or on a drive that is gone.
    const message = 'The file could not be read. It may have been moved or changed.';
    throw new ApiError('unreadable_file', message, 0, { cause });
  }
}

/**
 * Uploads one file into a conversation. It is not part of any message yet, and has not been scanned.
 * @returns the file as messages carry it
 * @throws ApiError 'unreadable_file', with the server's message when it refuses, 'Network error' when it does not get
 *   through; the signal's reason when aborted
 */
export async function uploadFile(
  api: Api,
  conversationId: string,
  file: File,
  signal: AbortSignal,
): Promise<Attachment> {
  const endpoint = `/conversations/${encodeURIComponent(conversationId)}/upload`;
  const { name: filename, size, type: mime } = file;
  const envelope = JSON.stringify({ endpoint, method: 'POST', body: { filename, size, mime } });
  const text = await readFile(file, signal);
  const response = await sendRequest(api, FUNCTION_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    // Put together from pieces: the whole as one string would hold up the page and fill its memory.
    body: new Blob([envelope.slice(0, -2), ',"file":"', text, '"}}']),
    signal,
  });
  const { attachment } = await readAnswer(response, uploadResponseSchema, envelopeData);
  return attachment;
}
