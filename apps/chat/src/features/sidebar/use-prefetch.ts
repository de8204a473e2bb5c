import { usePrefetchConversation } from '@homie/api-client';
import type { ConversationRow } from '@homie/contracts';
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

/**
 * Requests conversations before they are opened: the latest ones once the page is idle, and those that the user points
 * at, presses or focuses.
 * @param rows the listed conversations, the latest first
 * @param onInterest called when the user points at one, presses or focuses it
 * @returns event handlers of the element around the rows
 */
export function usePrefetch(rows: readonly ConversationRow[], onInterest: () => void) {
  const prefetch = usePrefetchConversation();
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

  return useIntent((event) => {
    const id = getId(event);
    if (id === undefined) return;
    onInterest();
    void prefetch(id);
  });
}
