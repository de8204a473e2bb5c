import {
  conversationKeys,
  lazyLocalSearch,
  messageKeys,
  useConversationSearch,
  useQueryClient,
  type QueryClient,
  type ShownHit,
} from '@homie/api-client';
import type { ConversationHit } from '@homie/contracts';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useLazyModule } from './use-lazy-module';

/** The delay before conversations that have changed are searched again, in milliseconds: changes come in groups. */
const CHANGED_MS = 100;
const AREAS = new Set<unknown>([conversationKeys.all[0], messageKeys.all[0]]);
const SEARCHES = conversationKeys.searches[1];

/** Returns the client in an object that is replaced when the cached conversations change. */
function useCached(client: QueryClient): { client: QueryClient } {
  const [cached, setCached] = useState({ client });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = client.getQueryCache().subscribe((event) => {
      const [area, part] = event.query.queryKey;
      const isChange =
        event.type === 'removed' || (event.type === 'updated' && event.action.type !== 'fetch');
      if (!isChange || !AREAS.has(area) || part === SEARCHES) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        setCached({ client });
      }, CHANGED_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client]);
  return cached;
}

const NONE: { q: string; found: ConversationHit[]; answer?: ConversationHit[]; hits: ShownHit[] } =
  { q: '', found: [], hits: [] };

/** The results of a search. */
export interface SearchHits {
  /** The text that the hits contain; it may lag behind what is typed by a frame. */
  q: string;
  hits: readonly ShownHit[];
  /** The server has not answered yet. */
  searching: boolean;
  /** The server cannot answer without a connection: only conversations on this device were searched. */
  offline: boolean;
  failed: boolean;
  retrying: boolean;
  retry: () => void;
}

/**
 * Searches the conversations of this page and device at once, and those on the server. Hits that are shown stay in
 * place when the server answers.
 * @param typed the text to search for on this device; '' for no search
 * @param rested the text to search for on the server, which follows `typed` when the user pauses
 */
export function useSearchHits(typed: string, rested: string): SearchHits {
  const cached = useCached(useQueryClient());
  const { module } = useLazyModule(lazyLocalSearch);
  useEffect(() => void module?.loadCopies(), [module]);
  const q = useDeferredValue(typed);
  const search = useConversationSearch(rested);
  const isCurrent = q !== '' && q === rested;
  const answer = isCurrent && !search.isPlaceholderData ? search.data : undefined;
  // Until the server answers, what it found for the text before, if that contains this one, too.
  const earlier = answer ? undefined : search.data;
  const found = useMemo(
    () =>
      module && q !== ''
        ? [...module.searchLocally(cached.client, q), ...module.refineHits(earlier ?? [], q)]
        : [],
    [module, cached, q, earlier],
  );
  const [shown, setShown] = useState(NONE);
  if (module && (shown.q !== q || shown.found !== found || shown.answer !== answer)) {
    const hits = module.mergeHits(shown.q === q ? shown.hits : [], found, answer, q);
    setShown({ q, found, ...(answer && { answer }), hits });
  }
  const failed = isCurrent && search.isError;
  const offline = isCurrent && search.isPaused;
  return {
    q,
    hits: module ? shown.hits : (answer ?? []),
    searching: q !== '' && !answer && !failed && !offline,
    offline,
    failed,
    retrying: search.isFetching,
    retry: () => void search.refetch(),
  };
}
