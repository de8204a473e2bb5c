import { scanResponseSchema, type Attachment, type ScanResponse } from '@homie/contracts';
import type { Api } from '../../http/api';
import { envelopeData } from '../../http/call-function';
import { readAnswer } from '../../http/read-answer';
import { sendRequest } from '../../http/send-request';

/**
 * Requests a scan of uploaded files.
 * @returns a verdict for each file that the scanner knows; a file without one has not passed
 * @throws ApiError with the server's message, or 'Network error'; the signal's reason when aborted
 */
export async function scanFiles(
  api: Api,
  files: readonly Attachment[],
  signal: AbortSignal,
): Promise<ScanResponse['results']> {
  const response = await sendRequest(api, '/functions/v1/security-scan', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ files }),
    signal,
  });
  const { results } = await readAnswer(response, scanResponseSchema, envelopeData);
  return results;
}
