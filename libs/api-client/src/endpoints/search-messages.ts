import { messageMatchesSchema } from '@homie/contracts/admin';
import type { Api } from '../http/api';
import { callFunction, withQuery } from '../http/call-function';

/** Returns the ids of the messages that a conversation shows and that contain a text, oldest first. */
export async function searchMessages(
  api: Api,
  conversationId: string,
  q: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const endpoint = withQuery(`/conversations/${conversationId}/search`, { q });
  const { messageIds } = await callFunction(api, messageMatchesSchema, {
    endpoint,
    method: 'GET',
    signal,
  });
  return messageIds;
}
