import * as z from 'zod/mini';
import type { Api } from '../http/api';
import { readAnswer } from '../http/read-answer';
import { sendRequest } from '../http/send-request';

const rowsSchema = z.array(z.object({ role: z.object({ name: z.string() }) }));

/**
 * Returns the current name of a user's role in the database, e.g. `admin`; null if they have no record yet.
 * @param userId of the signed-in user
 * @throws ApiError
 */
export async function readRole(
  api: Api,
  userId: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const query = new URLSearchParams({ select: 'role:roles(name)', id: `eq.${userId}` });
  const response = await sendRequest(api, `/rest/v1/users?${query}`, {
    method: 'GET',
    cache: 'no-store',
    signal: signal ?? null,
  });
  const [row] = await readAnswer(response, rowsSchema);
  return row?.role.name ?? null;
}
