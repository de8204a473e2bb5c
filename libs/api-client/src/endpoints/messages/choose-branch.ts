import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { ignoredAnswer } from '../ignored-answer';

/**
 * Makes a conversation show the newest path through a message.
 * @throws ApiError 'message_not_found' if the conversation has no such message
 */
export async function chooseBranch(
  api: Api,
  conversationId: string,
  messageId: string,
): Promise<void> {
  const endpoint = `/conversations/${encodeURIComponent(conversationId)}/branch`;
  await callFunction(api, ignoredAnswer, { endpoint, method: 'PUT', body: { messageId } });
}
