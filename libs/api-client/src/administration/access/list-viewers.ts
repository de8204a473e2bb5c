import type { Viewers } from '@homie/contracts';
import { viewersSchema } from '@homie/contracts/admin';
import type { Api } from '../../http/api';
import { askRestAsAdmin } from '../ask-rest';

/** Who can see an assistant, or a participant and their assistant, ordered by email, each with the reasons. */
export async function listViewers(
  api: Api,
  record: { kind: 'assistant' | 'participant'; id: string },
  { q = '', page = 1, pageSize = 25 }: { q?: string; page?: number; pageSize?: number } = {},
): Promise<Viewers> {
  const { rows } = await askRestAsAdmin(api, viewersSchema, (rest) =>
    rest.rpc('who_can_see', {
      kind: record.kind,
      record_id: record.id,
      q,
      page,
      page_size: pageSize,
    }),
  );
  return rows;
}
