import { conversationHitsSchema, type ConversationHit } from '@homie/contracts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction, withQuery } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { conversationKeys } from './conversation-keys';

/** The person's conversations with a piece of text in their title or in a message, newest activity first. */
async function searchConversations(
  api: Api,
  q: string,
  signal?: AbortSignal,
): Promise<ConversationHit[]> {
  const endpoint = withQuery('/conversations/search', { q });
  const { rows } = await callFunction(api, conversationHitsSchema, {
    endpoint,
    method: 'GET',
    signal,
  });
  return rows;
}

function conversationSearchOptions(api: Api, q: string) {
  return queryOptions({
    queryKey: conversationKeys.search(q),
    queryFn: ({ signal }) => searchConversations(api, q, signal),
    // What was found a moment ago may be deleted by now.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** What a search finds; asks nothing while `q` is empty. The previous hits stay while a new search runs. */
export function useConversationSearch(q: string) {
  return useQuery({ ...conversationSearchOptions(useApi(), q), enabled: q !== '' });
}
