import {
  CONVERSATION_PAGE_SIZE,
  conversationListSchema,
  type ConversationList,
} from '@homie/contracts';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction, withQuery } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { conversationKeys } from './conversation-keys';

/** Which conversations: of one assistant or of all, and which page. */
export interface ConversationListQuery {
  assistantId?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

/** One page of the person's own conversations, newest activity first. */
export function listConversations(
  api: Api,
  { assistantId, page = 1, pageSize = CONVERSATION_PAGE_SIZE }: ConversationListQuery,
  signal?: AbortSignal,
): Promise<ConversationList> {
  const endpoint = withQuery('/conversations', { assistantId, page, pageSize });
  return callFunction(api, conversationListSchema, { endpoint, method: 'GET', signal });
}

/** While a reply is on its way somewhere, its end is looked for this often, in milliseconds. */
const WHILE_RUNNING_MS = 5_000;

/** All pages so far, as one list. A row that moved between two pages while they loaded is shown once. */
function conversationListOptions(api: Api, assistantId?: string) {
  return infiniteQueryOptions({
    queryKey: conversationKeys.list(assistantId),
    queryFn: ({ pageParam, signal }) =>
      listConversations(api, { assistantId, page: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page = 1, pageSize, total = 0 }) =>
      page * pageSize < total ? page + 1 : undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ rows }) => rows.some(({ running }) => running)) && WHILE_RUNNING_MS,
    select: ({ pages }) => {
      const rows = new Map(pages.flatMap((page) => page.rows).map((row) => [row.id, row]));
      return [...rows.values()];
    },
  });
}

/** The person's conversations; `fetchNextPage` brings 25 more. */
export function useConversationList(assistantId?: string) {
  return useInfiniteQuery(conversationListOptions(useApi(), assistantId));
}
