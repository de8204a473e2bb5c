import { idSchema } from '@homie/contracts';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { queryRestAsAdmin } from '../query-rest';

/** Returns the id of a participant's own assistant, or null: there is at most one. */
export async function getParticipantAssistant(
  api: Api,
  participantId: string,
): Promise<string | null> {
  const { rows } = await queryRestAsAdmin(api, z.nullable(z.object({ id: idSchema() })), (rest) =>
    rest
      .from('assistants')
      .select('id')
      .eq('kind', 'participant')
      .eq('participant_id', participantId)
      .maybeSingle(),
  );
  return rows?.id ?? null;
}
