import { mailHealthSchema, type MailHealth } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { Api } from '../http/api';
import { readAnswer } from '../http/read-answer';
import { sendRequest } from '../http/send-request';

const answerSchema = z.nullable(mailHealthSchema);

/**
 * Returns the mails that the server has not delivered; null if another service delivers them. For administrators.
 * @throws ApiError, with status 403 for everyone else
 */
export async function readMailHealth(api: Api, signal?: AbortSignal): Promise<MailHealth | null> {
  const response = await sendRequest(api, '/rest/v1/rpc/mail_health', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    cache: 'no-store',
    signal: signal ?? null,
  });
  return readAnswer(response, answerSchema);
}
