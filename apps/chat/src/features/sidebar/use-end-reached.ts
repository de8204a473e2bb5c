import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/** The distance from the end at which more is loaded, so that scrolling rarely has to wait. */
const AHEAD = '480px';

/**
 * Calls back when an element at the end of a list nears the viewport.
 * @param scroller the scroll container of the list
 * @param length of the list: a list that grew and whose end is still in view has more to load
 * @param ready true if more can be loaded now: an end that was reached earlier is reported as soon as it is
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
