import { idSchema } from '@homie/contracts';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { queryRestAsAdmin } from '../query-rest';
import { recordKey } from '../resource-data';

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

const namedSchema = z.object({ id: idSchema(), label: z.string() });

/** Options of the query for a participant's own assistant, or null. */
export function participantAssistantQuery(api: Api, participantId: string) {
  return queryOptions({
    queryKey: recordKey('participants', participantId, 'assistant'),
    queryFn: async () => {
      const { rows } = await queryRestAsAdmin(api, z.nullable(namedSchema), (rest) =>
        rest
          .from('assistants')
          .select('id, label')
          .eq('participant_id', participantId)
          .maybeSingle(),
      );
      return rows;
    },
    staleTime: 0,
  });
}
