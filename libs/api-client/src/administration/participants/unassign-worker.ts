import type { UnassignWorker } from '@homie/contracts';
import { unassignWorkerSchema } from '@homie/contracts/admin';
import { ignoredAnswer } from '../../endpoints/ignored-answer';
import type { Api } from '../../http/api';
import { revokeDirectAccess } from '../users/change-direct-access';
import { queryRestAsAdmin } from '../query-rest';
import { parseInput } from '../parse-input';
import { PARTICIPANTS_FORBIDDEN } from '../rest-error';
import { getParticipantAssistant } from './get-participant-assistant';

/** Deletes a worker's assignment and, if requested, revokes their direct access to the participant's assistant. */
export async function unassignWorker(api: Api, request: UnassignWorker): Promise<void> {
  const { participantId, userId, alsoRevokeAssistantAccess } = parseInput(
    unassignWorkerSchema,
    request,
  );
  await queryRestAsAdmin(
    api,
    ignoredAnswer,
    (rest) =>
      rest
        .from('participant_assignments')
        .delete()
        .eq('participant_id', participantId)
        .eq('user_id', userId),
    { forbidden: PARTICIPANTS_FORBIDDEN },
  );
  if (!alsoRevokeAssistantAccess) return;
  const assistantId = await getParticipantAssistant(api, participantId);
  if (assistantId !== null) await revokeDirectAccess(api, { assistantId, userId });
}
