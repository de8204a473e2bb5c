import type { ReviewedFeedback, SharedReply } from '@homie/contracts';
import { sharedReplySchema } from '@homie/contracts/admin';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { queryRestAsAdmin } from '../query-rest';
import { FEEDBACK_KEY } from './list-feedback';

/**
 * Marks feedback as reviewed or as new.
 * @param version the feedback as it was read
 * @throws ApiError if the user has changed or removed it since
 */
export async function reviewFeedback(
  api: Api,
  version: Pick<ReviewedFeedback, 'id' | 'updated_at'>,
  reviewed: boolean,
): Promise<void> {
  await queryRestAsAdmin(api, z.unknown(), (rest) =>
    rest.rpc('review_feedback', {
      feedback_id: version.id,
      version: version.updated_at,
      reviewed,
    }),
  );
}

/** Reads the question and the reply that a user shared with feedback, which the audit log records. */
export async function readSharedReply(api: Api, feedbackId: string): Promise<SharedReply> {
  const { rows } = await queryRestAsAdmin(api, sharedReplySchema, (rest) =>
    rest.rpc('read_shared_reply', { feedback_id: feedbackId }),
  );
  return rows;
}

/** Options of the query for a shared question and reply. */
export function sharedReplyQuery(api: Api, feedbackId: string) {
  return queryOptions({
    queryKey: [...FEEDBACK_KEY, 'shared', feedbackId],
    queryFn: () => readSharedReply(api, feedbackId),
  });
}
