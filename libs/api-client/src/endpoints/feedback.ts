import type { FeedbackInput, ReplyFeedback } from '@homie/contracts';
import { replyFeedbackSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { Api } from '../http/api';
import { callFunction } from '../http/call-function';
import { ignoredAnswer } from './ignored-answer';

// A remote that imported the contract itself would contain a copy of it.
export { feedbackInputSchema, feedbackReasons } from '@homie/contracts/admin';

const listSchema = z.object({ rows: z.array(replyFeedbackSchema) });

/** Lists the user's feedback on the replies of a conversation. */
export async function listFeedback(api: Api, conversationId: string): Promise<ReplyFeedback[]> {
  const endpoint = `/conversations/${encodeURIComponent(conversationId)}/feedback`;
  const { rows } = await callFunction(api, listSchema, { endpoint, method: 'GET' });
  return rows;
}

/** Identifies a reply. */
export interface ReplyId {
  conversationId: string;
  messageId: string;
}

function feedbackPath({ conversationId, messageId }: ReplyId): string {
  return `/conversations/${encodeURIComponent(conversationId)}/messages/${encodeURIComponent(messageId)}/feedback`;
}

/**
 * Stores the user's feedback on a reply, instead of earlier feedback on it.
 * @throws ApiError 'message_not_found'
 */
export async function saveFeedback(api: Api, reply: ReplyId, body: FeedbackInput): Promise<void> {
  await callFunction(api, ignoredAnswer, { endpoint: feedbackPath(reply), method: 'PUT', body });
}

/** Removes the user's feedback on a reply. */
export async function removeFeedback(api: Api, reply: ReplyId): Promise<void> {
  await callFunction(api, ignoredAnswer, { endpoint: feedbackPath(reply), method: 'DELETE' });
}
