import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Gives a button its focus back once it is no longer busy: a busy button is disabled, and browsers take the focus
 * from what is, which leaves keyboard and screen reader at the start of the page.
 */
export function useFocusThroughBusy(busy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    // At this moment it is disabled already, but the browser has not yet moved the focus.
    if (busy) hadFocus.current = activeElement === button.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      if (activeElement === body) button.current?.focus({ preventScroll: true });
    }
  }, [busy]);
  return button;
}
