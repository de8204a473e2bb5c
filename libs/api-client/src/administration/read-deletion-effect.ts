import type { DeletionEffect } from '@homie/contracts';
import { deletionEffectSchema } from '@homie/contracts/admin';
import type { Api } from '../http/api';
import { askRestAsAdmin } from './ask-rest';

/** What goes with an assistant or a participant that is deleted, as counts. */
export async function readDeletionEffect(
  api: Api,
  record: { kind: 'assistant' | 'participant'; id: string },
): Promise<DeletionEffect> {
  const { rows } = await askRestAsAdmin(api, deletionEffectSchema, (rest) =>
    rest.rpc('deletion_effect', { kind: record.kind, record_id: record.id }),
  );
  return rows;
}
