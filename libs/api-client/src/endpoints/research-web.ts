import type { ResearchAnswer, ResearchRequest } from '@homie/contracts';
import { researchAnswerSchema } from '@homie/contracts/admin';
import type { Api } from '../http/api';
import { callFunction } from '../http/call-function';

/**
 * Requests a web search for a query, which is sent as a message of the conversation.
 * @returns the results, once the reply is complete
 * @throws ApiError 'Query cannot be empty', 'Query too long', or the reason why nothing was found
 */
export function researchWeb(
  api: Api,
  conversationId: string,
  request: ResearchRequest,
): Promise<ResearchAnswer> {
  return callFunction(api, researchAnswerSchema, {
    endpoint: `/conversations/${conversationId}/research`,
    method: 'POST',
    body: request,
  });
}
