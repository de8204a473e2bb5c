import type { AssignWorker } from '@homie/contracts';
import { assignWorkerSchema } from '@homie/contracts/admin';
import { ignoredAnswer } from '../../endpoints/ignored-answer';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import { grantDirectAccess } from '../users/change-direct-access';
import { queryRestAsAdmin } from '../query-rest';
import { parseInput } from '../parse-input';
import { PARTICIPANTS_FORBIDDEN } from '../rest-error';
import { getParticipantAssistant } from './get-participant-assistant';

const NO_ASSISTANT_MESSAGE =
  'No participant assistant is linked. Assignment created but assistant access not granted.';

/**
 * Assigns a worker to a participant and, by default, grants them access to the participant's assistant.
 * The assignment remains if the grant fails.
 * @throws ApiError 'Worker is already assigned to this participant.', or the reason why access was not granted
 */
export async function assignWorker(api: Api, request: AssignWorker): Promise<void> {
  const { participantId, userId, alsoGrantAssistantAccess } = parseInput(
    assignWorkerSchema,
    request,
  );
  await queryRestAsAdmin(
    api,
    ignoredAnswer,
    (rest) =>
      rest
        .from('participant_assignments')
        .insert({ participant_id: participantId, user_id: userId }),
    {
      unique: 'Worker is already assigned to this participant.',
      forbidden: PARTICIPANTS_FORBIDDEN,
    },
  );
  if (!alsoGrantAssistantAccess) return;
  const assistantId = await getParticipantAssistant(api, participantId);
  if (assistantId === null) throw new ApiError('no_assistant', NO_ASSISTANT_MESSAGE, 0);
  await grantDirectAccess(api, { assistantId, userId });
}
