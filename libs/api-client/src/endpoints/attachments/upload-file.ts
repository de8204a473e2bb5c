import { uploadResponseSchema, type Attachment } from '@homie/contracts';
import type { AnswerSchema } from '../../http/read-answer';
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
    // The file was moved, renamed or changed since it was selected, or its drive was removed.
    const message = 'The file could not be read. It may have been moved or changed.';
    throw new ApiError('unreadable_file', message, 0, { cause });
  }
}

/**
 * Uploads one file into a conversation. It does not belong to any message yet, and has not been scanned.
 * @returns the file as messages reference it
 * @throws ApiError 'unreadable_file', with the server's message if it rejects the file, 'Network error' if the request
 *   fails; the signal's reason when aborted
 */
export async function uploadFile(
  api: Api,
  conversationId: string,
  file: File,
  signal: AbortSignal,
): Promise<Attachment> {
  const endpoint = `/conversations/${encodeURIComponent(conversationId)}/upload`;
  return (await uploadTo(api, endpoint, { file, signal }, uploadResponseSchema)).attachment;
}

/**
 * Uploads one file to an endpoint.
 * @param upload.fields further fields of the body
 * @throws ApiError as {@link uploadFile}
 */
export async function uploadTo<Answer>(
  api: Api,
  endpoint: string,
  { file, fields, signal }: { file: File; fields?: object; signal: AbortSignal },
  schema: AnswerSchema<Answer>,
): Promise<Answer> {
  const { name: filename, size, type: mime } = file;
  const body = { ...fields, filename, size, mime };
  const envelope = JSON.stringify({ endpoint, method: 'POST', body });
  const text = await readFile(file, signal);
  const response = await sendRequest(api, FUNCTION_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    // Assembled from chunks: the whole file as one string would block the page and fill its memory.
    body: new Blob([envelope.slice(0, -2), ',"file":"', text, '"}}']),
    signal,
  });
  return readAnswer(response, schema, envelopeData);
}
