import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/** How far before the end more is fetched, so that scrolling rarely has to wait. */
const AHEAD = '480px';

/**
 * Calls back when an element at the end of a list comes near the sight.
 * @param scroller what scrolls the list
 * @param length of the list: a list that grew and still ends in sight has more to fetch
 * @param ready whether more can be fetched just now: whoever came to the end before is called back as soon as it can
 */
export function useEndReached<Element extends HTMLElement>(
  scroller: RefObject<HTMLElement | null>,
  length: number,
  ready: boolean,
  onReached: () => void,
): RefObject<Element | null> {
  const end = useRef<Element>(null);
  const reached = useEffectEvent(onReached);
  useEffect(() => {
    if (end.current === null || !ready) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) reached();
      },
      { root: scroller.current, rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [scroller, length, ready]);
  return end;
}
