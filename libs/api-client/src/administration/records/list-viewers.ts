import type { Viewers } from '@homie/contracts';
import { viewersSchema } from '@homie/contracts/admin';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { queryRestAsAdmin } from '../query-rest';

/** An assistant, or a participant with their assistant. */
interface SharedRecord {
  kind: 'assistant' | 'participant';
  id: string;
}

/** A search for a page of the users whose email contains `q`. */
interface ViewerSearch {
  q?: string;
  page?: number;
  pageSize?: number;
}

/** Lists the users who can see a record, ordered by email, each with the reasons. */
export async function listViewers(
  api: Api,
  record: SharedRecord,
  { q = '', page = 1, pageSize = 25 }: ViewerSearch = {},
): Promise<Viewers> {
  const { rows } = await queryRestAsAdmin(api, viewersSchema, (rest) =>
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

/** The key of the queries for the viewers of all records. */
export const VIEWERS_KEY = ['admin', 'viewers'] as const;

/** Options of the query for a page of the users who can see a record. */
export function viewersQuery(api: Api, record: SharedRecord, search: ViewerSearch) {
  return queryOptions({
    queryKey: [...VIEWERS_KEY, record.kind, record.id, search],
    queryFn: () => listViewers(api, record, search),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
