import { MESSAGE_PAGE_SIZE, messageListSchema, type MessageList } from '@homie/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction, withQuery } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { messageKeys } from './message-keys';
import { withLatest } from './message-pages';

/** Which messages of a path: the last so many, those before one, all from one on. */
export interface MessageRange {
  limit?: number;
  before?: string;
  until?: string;
}

/** Messages of the path that a conversation shows, oldest first; without a range all of them. */
export function listMessages(
  api: Api,
  conversationId: string,
  range: MessageRange = {},
  signal?: AbortSignal,
): Promise<MessageList> {
  const path = `/conversations/${encodeURIComponent(conversationId)}/messages`;
  const endpoint = withQuery(path, { ...range });
  return callFunction(api, messageListSchema, { endpoint, method: 'GET', signal });
}

function messageListOptions(api: Api, conversationId: string) {
  const queryKey = messageKeys.list(conversationId);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const latest = await listMessages(api, conversationId, { limit: MESSAGE_PAGE_SIZE }, signal);
      // Read after the answer: earlier messages may have come meanwhile.
      return withLatest(client.getQueryData<MessageList>(queryKey), latest);
    },
  });
}

/**
 * The end of a conversation, and what was loaded of it before that. Looking again asks for the end only. Asks nothing
 * while `conversationId` is null.
 */
export function useMessages(conversationId: string | null) {
  return useQuery({
    ...messageListOptions(useApi(), conversationId ?? ''),
    enabled: conversationId !== null,
  });
}
