import { conversationHitsSchema, type ConversationHit } from '@homie/contracts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction, withQuery } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { conversationKeys } from './conversation-keys';

/** Searches the user's conversations for a text in their title or in a message, newest activity first. */
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
    // A result may have been deleted since the last search.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
}

/**
 * Queries the results of a search. Disabled while `q` is empty. The previous results stay until the new ones have
 * loaded.
 */
export function useConversationSearch(q: string) {
  return useQuery({ ...conversationSearchOptions(useApi(), q), enabled: q !== '' });
}
