import { useConversationList, usePrefetchConversation } from '@homie/api-client';
import { whenIdle } from '@homie/ui';
import { savesData, useIntent } from '@homie/widgets';
import { useEffect, useEffectEvent } from 'react';

/** The number of conversations that are requested without a sign of interest. */
const LATEST = 5;

/** Returns the id of the conversation whose row contains the target of an event. */
function getId({ target }: { target: EventTarget }): string | undefined {
  const row = target instanceof Element ? target.closest('[data-conversation]') : null;
  return row?.getAttribute('data-conversation') ?? undefined;
}

/** Requests the latest conversations once the page is idle, also while the list is closed. */
export function usePrefetchLatest(): void {
  const prefetch = usePrefetchConversation();
  const rows = useConversationList().data ?? [];
  const readLatest = useEffectEvent(() => rows.slice(0, LATEST).map(({ id }) => id));
  const isLoaded = rows.length > 0;
  useEffect(() => {
    if (!isLoaded || savesData()) return;
    const ids = readLatest();
    let stop: (() => void) | undefined;
    // One after the other, so that a conversation that is opened now does not wait for all of them.
    async function prefetchNext() {
      const id = ids.shift();
      if (id === undefined || document.hidden) return;
      await prefetch(id);
      if (ids.length > 0) stop = whenIdle(() => void prefetchNext());
    }
    stop = whenIdle(() => void prefetchNext());
    return () => {
      ids.length = 0;
      stop?.();
    };
  }, [isLoaded, prefetch]);
}

/**
 * Requests the conversations that the user points at, presses or focuses.
 * @param onInterest called when the user does so
 * @returns event handlers of the element around the rows
 */
export function usePrefetch(onInterest: () => void) {
  const prefetch = usePrefetchConversation();
  return useIntent((event) => {
    const id = getId(event);
    if (id === undefined) return;
    onInterest();
    void prefetch(id);
  });
}
