import { MESSAGE_PAGE_SIZE, type MessageList } from '@homie/contracts';
import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { listMessages } from './list-messages';
import { messageKeys } from './message-keys';
import { withEarlier, withPart } from './message-pages';

/** Merges messages into the cached ones, without resetting the age of the query. */
function updateCache(
  client: QueryClient,
  conversationId: string,
  join: (known: MessageList | undefined) => MessageList | undefined,
) {
  const queryKey = messageKeys.list(conversationId);
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt;
  client.setQueryData<MessageList>(queryKey, join, { ...(updatedAt && { updatedAt }) });
}

/**
 * Loads the page before the first known message of a conversation, if there is one.
 * @throws ApiError as every call
 */
export async function loadEarlierMessages(api: Api, client: QueryClient, conversationId: string) {
  const known = client.getQueryData<MessageList>(messageKeys.list(conversationId));
  const first = known?.rows[0];
  if (first === undefined || !known?.hasEarlier) return;
  const query = { limit: MESSAGE_PAGE_SIZE, before: first.id };
  const earlier = await listMessages(api, conversationId, query);
  updateCache(client, conversationId, (now) => withEarlier(now, first.id, earlier));
}

/**
 * Loads all messages of a conversation, or all from `until` on.
 * @throws ApiError 'message_not_found' if the shown path does not include `until`
 */
export async function loadMessages(
  api: Api,
  client: QueryClient,
  conversationId: string,
  query: { until?: string } = {},
): Promise<MessageList> {
  const answer = await listMessages(api, conversationId, query);
  updateCache(client, conversationId, (known) => withPart(known, answer));
  return answer;
}
