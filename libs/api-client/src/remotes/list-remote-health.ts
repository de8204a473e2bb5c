import { remoteHealthSchema, type RemoteHealth } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { Api } from '../http/api';
import { readAnswer } from '../http/read-answer';
import { sendRequest } from '../http/send-request';

const healthSchema = z.array(remoteHealthSchema);

/**
 * Returns how remotes were loaded in users' browsers, the most frequent first. For administrators.
 * @param days the number of days including today, 1 to 90
 * @throws ApiError, with status 403 for everyone else
 */
export async function listRemoteHealth(
  api: Api,
  { days = 7 }: { days?: number } = {},
  signal?: AbortSignal,
): Promise<RemoteHealth[]> {
  const response = await sendRequest(api, '/rest/v1/rpc/remote_health', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ days }),
    cache: 'no-store',
    signal: signal ?? null,
  });
  return readAnswer(response, healthSchema);
}
