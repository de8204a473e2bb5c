import type { ParticipantOption } from '@homie/contracts';
import { participantOptionsSchema } from '@homie/contracts/admin';
import type { Api } from '../../http/api';
import { callFunction, withQuery } from '../../http/call-function';

/** A search for participants whose name contains `q`; returns at most `limit`. */
export interface ParticipantOptionSearch {
  q?: string | undefined;
  /** The assistant being edited. Its own participant is always among the results, whatever `q` is. */
  assistantId?: string | undefined;
  limit?: number | undefined;
}

/** Lists the participants for whom an assistant can be created, by name: active ones without an assistant. */
export async function listParticipantOptions(
  api: Api,
  { q, assistantId, limit }: ParticipantOptionSearch = {},
  signal?: AbortSignal,
): Promise<ParticipantOption[]> {
  const endpoint = withQuery('/participants', { q, assistantId, limit });
  const answer = await callFunction(api, participantOptionsSchema, {
    endpoint,
    method: 'GET',
    signal,
  });
  return answer.rows;
}
