import type { DeletionEffect } from '@homie/contracts';
import { deletionEffectSchema } from '@homie/contracts/admin';
import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { queryRestAsAdmin } from '../query-rest';

/** A record with others that belong to it. */
interface DeletableRecord {
  kind: 'assistant' | 'participant';
  id: string;
}

/** Counts the records that are deleted together with an assistant or a participant. */
export async function readDeletionEffect(
  api: Api,
  record: DeletableRecord,
): Promise<DeletionEffect> {
  const { rows } = await queryRestAsAdmin(api, deletionEffectSchema, (rest) =>
    rest.rpc('deletion_effect', { kind: record.kind, record_id: record.id }),
  );
  return rows;
}

/** Options of the query for the records that are deleted together with another one. Disabled for one without a kind. */
export function deletionEffectQuery(
  api: Api,
  { kind, id }: Pick<DeletableRecord, 'id'> & Partial<DeletableRecord>,
) {
  return queryOptions({
    queryKey: ['admin', `${kind}s`, 'one', id, 'deletion'],
    queryFn: kind === undefined ? skipToken : () => readDeletionEffect(api, { kind, id }),
    staleTime: 0,
    gcTime: 0,
  });
}
