import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Restores the focus of a button once it is no longer busy: a busy button is disabled, and browsers blur disabled
 * elements, which leaves keyboard and screen reader at the start of the page.
 */
export function useFocusThroughBusy(busy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const taken = useRef(false);

  useLayoutEffect(() => {
    const element = button.current;
    // Not React's event: Chromium sends this one while React updates the DOM and does not handle events.
    const onBlur = () => (taken.current = element?.disabled ?? false);
    element?.addEventListener('blur', onBlur);
    return () => element?.removeEventListener('blur', onBlur);
  }, []);

  useLayoutEffect(() => {
    if (busy || !taken.current) return;
    taken.current = false;
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [busy]);

  return button;
}
