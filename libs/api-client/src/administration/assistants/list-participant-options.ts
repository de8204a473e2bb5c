import type { ParticipantOption } from '@homie/contracts';
import { participantOptionsSchema } from '@homie/contracts/admin';
import type { Api } from '../../http/api';
import { callFunction, withQuery } from '../../http/call-function';

/** For whom to look: participants whose name contains `q`, up to `limit`. */
export interface ParticipantOptionSearch {
  q?: string | undefined;
  /** The assistant that is being edited, whose own participant is among the answers whatever `q` says. */
  assistantId?: string | undefined;
  limit?: number | undefined;
}

/** For whom an assistant can be made, by name: participants who are active and have none. */
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
