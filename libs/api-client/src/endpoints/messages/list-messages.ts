import { messageListSchema, type Message } from '@homie/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { messageKeys } from './message-keys';

/** The messages of a conversation, oldest first. */
export async function listMessages(
  api: Api,
  conversationId: string,
  signal?: AbortSignal,
): Promise<Message[]> {
  const endpoint = `/conversations/${encodeURIComponent(conversationId)}/messages`;
  const { rows } = await callFunction(api, messageListSchema, { endpoint, method: 'GET', signal });
  return rows;
}

function messageListOptions(api: Api, conversationId: string) {
  return queryOptions({
    queryKey: messageKeys.list(conversationId),
    queryFn: ({ signal }) => listMessages(api, conversationId, signal),
  });
}

/** The messages of a conversation; asks nothing while `conversationId` is null. */
export function useMessages(conversationId: string | null) {
  return useQuery({
    ...messageListOptions(useApi(), conversationId ?? ''),
    enabled: conversationId !== null,
  });
}
