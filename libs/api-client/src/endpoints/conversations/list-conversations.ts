import {
  CONVERSATION_PAGE_SIZE,
  CONVERSATION_PAGE_SIZE_MAX,
  conversationListSchema,
  type CallRequest,
  type ConversationList,
} from '@homie/contracts';
import { infiniteQueryOptions, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction, withQuery } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { conversationKeys } from './conversation-keys';
import {
  flattenRows,
  toPage,
  type ConversationPage,
  type ConversationPages,
} from './conversation-pages';

/** A page of the archived or the other conversations, from a cursor on. */
interface ConversationListQuery {
  archived?: boolean | undefined;
  /** From an earlier response; '' for the first page. */
  cursor?: string | undefined;
  pageSize?: number | undefined;
}

/** Returns the call that lists the user's own conversations: pinned first, then the newest activity. */
export function conversationListCall({
  archived = false,
  cursor = '',
  pageSize = CONVERSATION_PAGE_SIZE,
}: ConversationListQuery = {}): CallRequest {
  const query = withQuery('/conversations', { archived: archived ? 'true' : undefined, pageSize });
  // An empty cursor is meaningful, so it is sent.
  return { endpoint: `${query}&cursor=${encodeURIComponent(cursor)}`, method: 'GET' };
}

function listConversations(
  api: Api,
  query: ConversationListQuery,
  signal?: AbortSignal,
): Promise<ConversationList> {
  return callFunction(api, conversationListSchema, { ...conversationListCall(query), signal });
}

/** The largest number of pages that are refetched on window focus. The change feed updates longer lists by itself. */
const REFRESHED_PAGES = 3;

function conversationListOptions<Selected>(
  api: Api,
  archived: boolean,
  select: (list: ConversationPages) => Selected,
) {
  return infiniteQueryOptions({
    queryKey: conversationKeys.list(archived),
    queryFn: async ({ pageParam, signal }): Promise<ConversationPage> => {
      // The first page is small, so that it loads fast. A user who requests more gets larger pages.
      const pageSize = pageParam === '' ? CONVERSATION_PAGE_SIZE : CONVERSATION_PAGE_SIZE_MAX;
      return toPage(
        await listConversations(api, { archived, cursor: pageParam, pageSize }, signal),
      );
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnWindowFocus: ({ state: { data } }) => (data?.pages.length ?? 0) <= REFRESHED_PAGES,
    select: (data: InfiniteData<ConversationPage, string>) => select(data),
  });
}

/** Queries the user's conversations as one list; `fetchNextPage` loads more. */
export function useConversationList({ archived = false }: { archived?: boolean } = {}) {
  return useInfiniteQuery(conversationListOptions(useApi(), archived, flattenRows));
}

function unreadIds(list: ConversationPages): string[] {
  return flattenRows(list)
    .filter(({ unread }) => unread)
    .map(({ id }) => id);
}

/** Returns the ids of the conversations with an unread reply, among the loaded pages. */
export function useUnreadConversations(): string[] {
  return useInfiniteQuery(conversationListOptions(useApi(), false, unreadIds)).data ?? [];
}
