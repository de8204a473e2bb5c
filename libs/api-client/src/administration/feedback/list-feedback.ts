import type { FeedbackTrends, ReviewedFeedback } from '@homie/contracts';
import { feedbackPageSchema, feedbackTrendsSchema } from '@homie/contracts/admin';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import type { Counted } from '../page-range';
import { queryRestAsAdmin } from '../query-rest';

/** Number of rows on a page of feedback. */
export const FEEDBACK_PAGE_SIZE = 25;

/** The key of all queries of feedback. */
export const FEEDBACK_KEY = ['admin', 'feedback'] as const;

/** A search for feedback; an empty text is no condition. */
export interface FeedbackSearch {
  /** A part of the comment, or of the user's email or name. */
  q: string;
  assistantId: string;
  /** A rating or a reason. */
  reason: string;
  state: string;
  page: number;
}

/** Lists one page of all feedback: problems that are not reviewed first, then the latest. */
export async function listFeedback(
  api: Api,
  { q, assistantId, reason, state, page }: FeedbackSearch,
): Promise<Counted<ReviewedFeedback[]>> {
  const { rows } = await queryRestAsAdmin(api, feedbackPageSchema, (rest) =>
    rest.rpc('list_feedback', {
      q,
      assistant_id: assistantId || null,
      reason: reason || null,
      state: state || null,
      first_row: (page - 1) * FEEDBACK_PAGE_SIZE,
      row_limit: FEEDBACK_PAGE_SIZE,
    }),
  );
  return rows;
}

/** Options of the query for one page of feedback. */
export function feedbackPageQuery(api: Api, search: FeedbackSearch) {
  return queryOptions({
    queryKey: [...FEEDBACK_KEY, 'page', search],
    queryFn: () => listFeedback(api, search),
    placeholderData: keepPreviousData,
  });
}

/** Counts the feedback of each assistant per week, for six weeks. */
export async function readFeedbackTrends(api: Api): Promise<FeedbackTrends> {
  const { rows } = await queryRestAsAdmin(api, feedbackTrendsSchema, (rest) =>
    rest.rpc('feedback_trends', { week_count: 6 }),
  );
  return rows;
}

/** Options of the query for the counts per week. */
export function feedbackTrendsQuery(api: Api) {
  return queryOptions({
    queryKey: [...FEEDBACK_KEY, 'trends'],
    queryFn: () => readFeedbackTrends(api),
  });
}
