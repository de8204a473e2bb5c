import type { ParticipantOption } from '@homie/contracts';
import { participantOptionsSchema } from '@homie/contracts/admin';
import { participantOptionsQuerySchema } from '@homie/contracts/requests';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { requireAdmin } from '../require-admin.ts';

/**
 * GET /participants: active participants without an assistant, by name, for the assistant form. With `assistantId` also
 * the participant of that assistant. Admins only.
 */
export async function listParticipantOptions(
  { data }: CallContext,
  { query }: RoutedCall,
): Promise<{ rows: ParticipantOption[] }> {
  await requireAdmin(data);
  const { q = '', assistantId, limit } = parseInput(participantOptionsQuerySchema, query);
  const rows = await readData(
    data.rpc('participant_options', {
      q,
      assistant_id: assistantId ?? null,
      row_limit: limit,
    }),
    participantOptionsSchema.shape.rows,
  );
  return { rows };
}
