import type { RecordHistory, RecordKind } from '@homie/contracts';
import { historySchema } from '@homie/contracts/admin';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { queryRestAsAdmin } from '../query-rest';

/**
 * Reads the changes that administrators made to a record, newest first, 25 per page.
 * @param after the end of the previous page
 */
export async function readHistory(
  api: Api,
  record: { kind: RecordKind; id: string },
  after: RecordHistory['next'] = null,
): Promise<RecordHistory> {
  const { rows } = await queryRestAsAdmin(api, historySchema, (rest) =>
    rest.rpc('read_history', {
      kind: record.kind,
      record_id: record.id,
      after_moment: after?.moment ?? null,
      after_id: after?.id ?? null,
    }),
  );
  return rows;
}

/**
 * Returns the name of the user who changed a record last; undefined if it is not known.
 * @param documentId one of the record's documents, whose last change it is then
 */
export async function readLastAuthor(
  api: Api,
  { documentId, ...record }: { kind: RecordKind; id: string; documentId?: string },
): Promise<string | undefined> {
  const { rows, names } = await readHistory(api, record);
  const last = rows.find(({ meta }) => meta['document_id'] === documentId);
  if (!last) return undefined;
  return names[last.user_id ?? ''] ?? last.user_email ?? undefined;
}

/** Options of the query for the history of a record. */
export function historyQuery(api: Api, record: { kind: RecordKind; id: string }) {
  const first: RecordHistory['next'] = null;
  return infiniteQueryOptions({
    queryKey: ['admin', 'history', record.kind, record.id],
    queryFn: ({ pageParam }: { pageParam: RecordHistory['next'] }) =>
      readHistory(api, record, pageParam),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}
