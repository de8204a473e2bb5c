import { keepPreviousData, lazySearchApi, messageKeys, useApi, useQuery } from '@homie/api-client';
import { useState } from 'react';
import type { ThreadItem } from '../../../engine/thread-items';

/** More are not answered: the newest of them. */
const MOST = 500;

/** What is looked for, and how to go to a message. */
export interface MatchesSearch {
  conversationId: string;
  q: string;
  items: readonly ThreadItem[];
  /** The message that the address names. */
  messageId: string | null;
  seek: (messageId: string) => void;
}

/** The messages of a conversation that have a text, and a way from one to the next. */
export function useMatches({ conversationId, q, items, messageId, seek }: MatchesSearch) {
  const api = useApi();

  // The address forgets the message when the reader moves on; the next match is still the one after it.
  const [at, setAt] = useState(messageId);
  if (messageId !== null && messageId !== at) setAt(messageId);

  // What leads to the message may choose another path than was shown: what is on that path is asked for once it is there.
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
  const place = ids.findIndex((id) => id === at);

  /** Leads to the next match, or the one before; around at either end. */
  function step(by: 1 | -1) {
    const from = place < 0 && by < 0 ? ids.length : place;
    const next = ids[(from + by + ids.length) % ids.length];
    if (next !== undefined) seek(next);
  }

  const total = ids.length < MOST ? `${ids.length}` : `${MOST}+`;
  return {
    /** Where the reader is among them, in words; undefined until it is known. */
    position:
      search.data === undefined
        ? undefined
        : place < 0
          ? ids.length === 1
            ? '1 match'
            : `${total === '0' ? 'No' : total} matches`
          : `${place + 1} of ${total}`,
    at,
    none: ids.length === 0,
    failed: search.isError,
    retry: () => void search.refetch(),
    step,
  };
}
