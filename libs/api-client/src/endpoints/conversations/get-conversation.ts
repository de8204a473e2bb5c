import {
  conversationDetailSchema,
  type CallRequest,
  type ConversationDetail,
} from '@homie/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { paintCached } from '../../react/paint-cached';
import { conversationKeys } from './conversation-keys';

/**
 * Returns the call that reads one of the user's conversations. Those of other users are 'Conversation not found', like
 * one that never existed.
 */
export function conversationCall(id: string): CallRequest {
  return { endpoint: `/conversations/${encodeURIComponent(id)}`, method: 'GET' };
}

function getConversation(api: Api, id: string, signal?: AbortSignal): Promise<ConversationDetail> {
  return callFunction(api, conversationDetailSchema, { ...conversationCall(id), signal });
}

/** Options of the query of one conversation. */
export function conversationOptions(api: Api, id: string) {
  return queryOptions({
    queryKey: conversationKeys.detail(id),
    queryFn: async (context) => {
      await paintCached(context);
      return getConversation(api, id, context.signal);
    },
  });
}

/** Queries one conversation. Disabled while `id` is null. */
export function useConversation(id: string | null) {
  return useQuery({ ...conversationOptions(useApi(), id ?? ''), enabled: id !== null });
}
