import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { pageRange, type Counted } from '../page-range';
import { readPage } from '../query-rest';

const ownedSchema = z.object({
  id: z.string(),
  title: z.string(),
  review_on: z.nullable(z.string()),
  archived: z.boolean(),
  assistant_id: z.nullable(z.string()),
  participant_id: z.nullable(z.string()),
  assistants: z.nullable(z.object({ label: z.string() })),
  participants: z.nullable(z.object({ display_name: z.string() })),
});
/** A document of a user, with its assistant or participant. */
export type OwnedDocument = z.output<typeof ownedSchema>;

const PAGE_SIZE = 25;

/** Lists one page of the documents that a user owns whose titles contain `q`, with the total. */
export function listOwnedDocuments(
  api: Api,
  ownerId: string,
  { q, page }: { q: string; page: number },
): Promise<Counted<OwnedDocument[]>> {
  return readPage(api, z.array(ownedSchema), pageRange(page, PAGE_SIZE), (rest) =>
    (q.trim() === ''
      ? rest.from('documents').select(COLUMNS, { count: 'exact' })
      : rest.rpc('find_documents', { q: q.trim() }, { count: 'exact' }).select(COLUMNS)
    )
      .eq('owner_id', ownerId)
      .order('title')
      .order('id'),
  );
}

const COLUMNS =
  'id,title,review_on,archived,assistant_id,participant_id,assistants(label),participants(display_name)';

/** Options of the query for one page of the documents that a user owns. */
export function ownedDocumentsQuery(
  api: Api,
  ownerId: string,
  search: { q: string; page: number },
) {
  return queryOptions({
    queryKey: ['admin', 'documents', 'owned', ownerId, search],
    queryFn: () => listOwnedDocuments(api, ownerId, search),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
