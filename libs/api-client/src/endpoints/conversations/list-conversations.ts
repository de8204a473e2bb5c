import {
  CONVERSATION_PAGE_SIZE,
  CONVERSATION_PAGE_SIZE_MAX,
  conversationListSchema,
  type ConversationList,
} from '@homie/contracts';
import { infiniteQueryOptions, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction, withQuery } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { conversationKeys } from './conversation-keys';
import {
  rowsOf,
  toPage,
  type ConversationPage,
  type ConversationPages,
} from './conversation-pages';

/** Which conversations: those put away or the others, and from where on. */
interface ConversationListQuery {
  archived?: boolean | undefined;
  /** From an earlier answer; '' begins. */
  cursor?: string | undefined;
  pageSize?: number | undefined;
}

/** The person's own conversations from a place on: pinned first, then the newest activity. */
function listConversations(
  api: Api,
  { archived = false, cursor = '', pageSize = CONVERSATION_PAGE_SIZE }: ConversationListQuery,
  signal?: AbortSignal,
): Promise<ConversationList> {
  const query = withQuery('/conversations', { archived: archived ? 'true' : undefined, pageSize });
  // An empty cursor has a meaning, so it is sent.
  const endpoint = `${query}&cursor=${encodeURIComponent(cursor)}`;
  return callFunction(api, conversationListSchema, { endpoint, method: 'GET', signal });
}

/** Longer lists are not read anew just because the window was left: changes come by themselves. */
const REFRESHED_PAGES = 3;

function conversationListOptions<Selected>(
  api: Api,
  archived: boolean,
  select: (list: ConversationPages) => Selected,
) {
  return infiniteQueryOptions({
    queryKey: conversationKeys.list(archived),
    queryFn: async ({ pageParam, signal }): Promise<ConversationPage> => {
      // The first page is small, so that it is there soon; who reads on wants more.
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

/** The person's conversations as one list; `fetchNextPage` brings more. */
export function useConversationList({ archived = false }: { archived?: boolean } = {}) {
  return useInfiniteQuery(conversationListOptions(useApi(), archived, rowsOf));
}

function unreadIds(list: ConversationPages): string[] {
  return rowsOf(list)
    .filter(({ unread }) => unread)
    .map(({ id }) => id);
}

/** The conversations with a reply that the person has not looked at, as far as the list was read. */
export function useUnreadConversations(): string[] {
  return useInfiniteQuery(conversationListOptions(useApi(), false, unreadIds)).data ?? [];
}
