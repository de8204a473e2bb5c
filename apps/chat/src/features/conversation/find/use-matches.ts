import { keepPreviousData, lazySearchApi, messageKeys, useApi, useQuery } from '@homie/api-client';
import { useState } from 'react';
import type { ThreadItem } from '../../../engine/thread-items';

/** The server returns at most this many, the newest. */
const MOST = 500;

/** A search, and a function that navigates to a message. */
export interface MatchesSearch {
  conversationId: string;
  q: string;
  items: readonly ThreadItem[];
  /** The message in the address. */
  messageId: string | null;
  seek: (messageId: string) => void;
}

/** Returns the messages of a conversation that contain a text, and a function that steps through them. */
export function useMatches({ conversationId, q, items, messageId, seek }: MatchesSearch) {
  const api = useApi();

  // The address drops the message when the reader moves on; the next match is still the one after it.
  const [at, setAt] = useState(messageId);
  if (messageId !== null && messageId !== at) setAt(messageId);

  // Going to the message may select another path than the one shown: the search waits until that path is loaded.
  const arrived = messageId === null || items.some(({ id }) => id === messageId);
  const [settled, settle] = useState(arrived);
  if (arrived && !settled) settle(true);

  const search = useQuery({
    queryKey: [...messageKeys.list(conversationId), 'matches', q, items.at(-1)?.id],
    async queryFn({ signal }) {
      const { searchMessages } = await lazySearchApi();
      return searchMessages(api, conversationId, q, signal);
    },
    enabled: settled,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const ids = search.data ?? [];
  const index = ids.findIndex((id) => id === at);

  /** Navigates to the next or the previous match; wraps around at either end. */
  function step(by: 1 | -1) {
    const from = index < 0 && by < 0 ? ids.length : index;
    const next = ids[(from + by + ids.length) % ids.length];
    if (next !== undefined) seek(next);
  }

  const total = ids.length < MOST ? `${ids.length}` : `${MOST}+`;
  return {
    /** The reader's position among the matches, as text; undefined until it is loaded. */
    position:
      search.data === undefined
        ? undefined
        : index < 0
          ? ids.length === 1
            ? '1 match'
            : `${total === '0' ? 'No' : total} matches`
          : `${index + 1} of ${total}`,
    at,
    none: ids.length === 0,
    failed: search.isError,
    retry: () => void search.refetch(),
    step,
  };
}
