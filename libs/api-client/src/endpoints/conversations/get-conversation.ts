import { conversationDetailSchema, type ConversationDetail } from '@homie/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { conversationKeys } from './conversation-keys';

/**
 * Returns one of the user's conversations. Those of other users are 'Conversation not found', like one that never
 * existed.
 */
function getConversation(api: Api, id: string, signal?: AbortSignal): Promise<ConversationDetail> {
  const endpoint = `/conversations/${encodeURIComponent(id)}`;
  return callFunction(api, conversationDetailSchema, { endpoint, method: 'GET', signal });
}

function conversationOptions(api: Api, id: string) {
  return queryOptions({
    queryKey: conversationKeys.detail(id),
    queryFn: ({ signal }) => getConversation(api, id, signal),
  });
}

/** Queries one conversation. Disabled while `id` is null. */
export function useConversation(id: string | null) {
  return useQuery({ ...conversationOptions(useApi(), id ?? ''), enabled: id !== null });
}
