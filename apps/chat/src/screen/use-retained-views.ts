import { isMissing, messageKeys, useQueryClient, type QueryClient } from '@homie/api-client';
import { whenIdle } from '@homie/ui';
import { startTransition, useEffect, useState } from 'react';

/** The number of conversations that stay rendered, including the one on the screen. */
const RETAINED_VIEWS = 8;

/** Returns whether the page has the messages of a conversation, and the user still has access to it. */
function isReadable(client: QueryClient, id: string): boolean {
  const state = client.getQueryState(messageKeys.list(id));
  return state?.data !== undefined && !isMissing(state.error);
}

/** Returns the id of the conversation that was loaded last, without those in `ids`. */
function findLoaded(client: QueryClient, ids: readonly string[]): string | undefined {
  return client
    .getQueryCache()
    .findAll({ queryKey: messageKeys.all })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ queryKey }) => (queryKey.length === 2 ? [String(queryKey[1])] : []))
    .find((id) => isReadable(client, id) && !ids.includes(id));
}

/**
 * Returns the ids of the conversations to render, sorted: the one on the screen, those that were shown last, and, once
 * the page is idle, others that are loaded. The queries decide how long: a conversation whose messages are removed from
 * the memory of the page, because it was deleted, expired or is no longer accessible, is removed from here as well.
 * @param conversationId of the conversation on the screen
 */
export function useRetainedViews(conversationId: string): readonly string[] {
  const client = useQueryClient();
  /** The most recent first. */
  const [recent, setRecent] = useState<readonly string[]>([conversationId]);
  if (recent[0] !== conversationId) {
    const others = recent.filter((id) => id !== conversationId && isReadable(client, id));
    setRecent([conversationId, ...others].slice(0, RETAINED_VIEWS));
  }

  useEffect(() => {
    function renderNext() {
      const next = recent.length < RETAINED_VIEWS ? findLoaded(client, recent) : undefined;
      if (next !== undefined)
        startTransition(() => setRecent((ids) => (ids.includes(next) ? ids : [...ids, next])));
    }
    let cancel = whenIdle(renderNext);
    const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
      if (query.queryKey[0] !== messageKeys.all[0]) return;
      if (type !== 'removed' && type !== 'updated') return;
      setRecent((ids) => {
        const readable = ids.filter((id, index) => index === 0 || isReadable(client, id));
        return readable.length === ids.length ? ids : readable;
      });
      cancel();
      cancel = whenIdle(renderNext);
    });
    return () => {
      cancel();
      unsubscribe();
    };
  }, [client, recent]);

  // Their order in the page does not change: an element that moves would lose its scroll offset.
  return recent.toSorted();
}
