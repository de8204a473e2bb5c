import { useEffect, useLayoutEffect, useState, type FocusEvent, type RefObject } from 'react';

function getRowKey(element: Element): string | null {
  return element.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null;
}

/**
 * Retains the focus in the row that has it. The row must stay mounted, also outside the viewport; and if the focused
 * element is removed (a button that is no longer needed, an editor that is done), the message itself gets the focus.
 */
export function useRetainedFocus(scroller: RefObject<HTMLElement | null>) {
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (focusedKey === null || document.activeElement !== document.body) return;
    const row = scroller.current?.querySelector(`[data-row="${CSS.escape(focusedKey)}"]`);
    row?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true });
  });
  // A conversation that is shown again has the focus in its composer.
  useEffect(() => () => setFocusedKey(null), []);
  return {
    focusedKey,
    onFocus: ({ target }: FocusEvent) => setFocusedKey(getRowKey(target)),
    // A removed element has not lost the focus to another one.
    onBlur: ({ target }: FocusEvent) => {
      if (target.isConnected) setFocusedKey(null);
    },
  };
}
