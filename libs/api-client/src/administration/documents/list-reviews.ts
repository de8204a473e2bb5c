import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { pageRange, type Counted } from '../page-range';
import { readPage } from '../query-rest';

/** Number of rows on a page of reviews. */
export const REVIEW_PAGE_SIZE = 25;

const REVIEW_COLUMNS =
  'id,title,review_on,assistant_id,participant_id,assistants(label),participants(display_name),users(email,display_name)';

const reviewSchema = z.object({
  id: z.string(),
  title: z.string(),
  review_on: z.string(),
  assistant_id: z.nullable(z.string()),
  participant_id: z.nullable(z.string()),
  assistants: z.nullable(z.object({ label: z.string() })),
  participants: z.nullable(z.object({ display_name: z.string() })),
  users: z.nullable(z.object({ email: z.string(), display_name: z.nullable(z.string()) })),
});
/** A document with a review date, with its assistant or participant and its owner. */
export type DocumentReview = z.output<typeof reviewSchema>;

/** A search for documents to review, of all assistants and participants. */
export interface ReviewSearch {
  /** A part of the title. */
  q: string;
  /** Only those whose review is due on this day, as YYYY-MM-DD; undefined for all that have a date. */
  dueOn: string | undefined;
  page: number;
}

/** Lists one page of the documents that have a review date, the earliest date first, with the total. */
export function listReviews(
  api: Api,
  { q, dueOn, page }: ReviewSearch,
): Promise<Counted<DocumentReview[]>> {
  return readPage(api, z.array(reviewSchema), pageRange(page, REVIEW_PAGE_SIZE), (rest) => {
    const counted = { count: 'exact' } as const;
    const named =
      q.trim() === ''
        ? rest.from('documents').select(REVIEW_COLUMNS, counted)
        : rest.rpc('find_documents', { q: q.trim() }, counted).select(REVIEW_COLUMNS);
    const found = named.eq('archived', false);
    const dated =
      dueOn === undefined ? found.not('review_on', 'is', null) : found.lte('review_on', dueOn);
    return dated.order('review_on').order('title').order('id');
  });
}

/** Options of the query for one page of documents to review. */
export function reviewsQuery(api: Api, search: ReviewSearch) {
  return queryOptions({
    queryKey: ['admin', 'documents', 'reviews', search],
    queryFn: () => listReviews(api, search),
    placeholderData: keepPreviousData,
  });
}
