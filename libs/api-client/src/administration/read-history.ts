import type { RecordHistory, RecordKind } from '@homie/contracts';
import { historySchema } from '@homie/contracts/admin';
import type { Api } from '../http/api';
import { askRestAsAdmin } from './ask-rest';

/** What administrators changed of a record, newest first, 25 at once. @param after where the part before it ended */
export async function readHistory(
  api: Api,
  record: { kind: RecordKind; id: string },
  after: RecordHistory['next'] = null,
): Promise<RecordHistory> {
  const { rows } = await askRestAsAdmin(api, historySchema, (rest) =>
    rest.rpc('read_history', {
      kind: record.kind,
      record_id: record.id,
      after_moment: after?.moment ?? null,
      after_id: after?.id ?? null,
    }),
  );
  return rows;
}
