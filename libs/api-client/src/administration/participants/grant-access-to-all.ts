import { ignoredAnswer } from '../../endpoints/ignored-answer';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import { queryRestAsAdmin } from '../query-rest';
import { PARTICIPANTS_FORBIDDEN } from '../rest-error';
import { getParticipantAssistant } from './get-participant-assistant';
import { listAssignments } from './list-assignments';

/**
 * Grants every worker assigned to a participant access to the participant's assistant.
 * @returns the number of assigned workers, who now all have access
 * @throws ApiError 'No participant assistant linked.'
 */
export async function grantAccessToAll(api: Api, participantId: string): Promise<number> {
  const assistantId = await getParticipantAssistant(api, participantId);
  if (assistantId === null)
    throw new ApiError('no_assistant', 'No participant assistant linked.', 0);
  const assignments = await listAssignments(api, participantId);
  if (assignments.length === 0) return 0;
  const grants = assignments.map(({ user_id }) => ({ assistant_id: assistantId, user_id }));
  await queryRestAsAdmin(
    api,
    ignoredAnswer,
    (rest) =>
      rest
        .from('assistant_access')
        .upsert(grants, { onConflict: 'assistant_id,user_id', ignoreDuplicates: true }),
    { forbidden: PARTICIPANTS_FORBIDDEN },
  );
  return assignments.length;
}
