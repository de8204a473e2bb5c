import type { CallRequest } from '@homie/contracts';
import type { Api } from '../../../http/api';
import { envelopeData } from '../../../http/call-function';
import { readAnswer, type AnswerSchema } from '../../../http/read-answer';
import { sendRequest } from '../../../http/send-request';

/** The path of the `audit` function. */
const FUNCTION_PATH = '/functions/v1/audit';

/**
 * Calls the `audit` function.
 * @throws ApiError with the server's message, or 'Authentication error', 'Not authenticated', 'Network error'; the
 *   signal's reason when aborted
 */
export async function callAuditFunction<Answer>(
  api: Api,
  schema: AnswerSchema<Answer>,
  { signal, ...call }: CallRequest & { signal?: AbortSignal | undefined },
): Promise<Answer> {
  const response = await sendRequest(api, FUNCTION_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(call),
    signal: signal ?? null,
  });
  return readAnswer(response, schema, envelopeData);
}
