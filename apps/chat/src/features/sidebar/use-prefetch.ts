import { usePrefetchConversation } from '@homie/api-client';
import type { ConversationRow } from '@homie/contracts';
import { whenIdle } from '@homie/ui';
import { useEffect, useEffectEvent, useRef, type PointerEvent } from 'react';

/** How long the pointer rests on a conversation before it is requested, in milliseconds: it passes over many. */
const REST_MS = 80;
/** The number of conversations that are requested without a sign of interest. */
const LATEST = 5;

/** Returns whether the user asked the browser to load less. */
function savesData(): boolean {
  // Only Chromium has it.
  return Object(Reflect.get(navigator, 'connection')).saveData === true;
}

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
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
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
  useEffect(() => () => clearTimeout(resting.current), []);

  function request(event: { target: EventTarget }) {
    const id = getId(event);
    if (id === undefined) return;
    onInterest();
    void prefetch(id);
  }
  return {
    onPointerOver(event: PointerEvent) {
      clearTimeout(resting.current);
      if (event.pointerType === 'mouse') resting.current = setTimeout(request, REST_MS, event);
    },
    onPointerLeave: () => clearTimeout(resting.current),
    onPointerDown: request,
    onFocus: request,
  };
}
