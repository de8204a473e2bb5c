import { useLayoutEffect, useState, type FocusEvent, type RefObject } from 'react';

function rowOf(element: Element): string | null {
  return element.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null;
}

/**
 * Keeps the focus in the row that has it. The row is to stay mounted, also out of sight; and when what had the focus
 * leaves it, a button that is no longer of use or an editor that is done, the message itself takes the focus.
 */
export function useKeptFocus(scroller: RefObject<HTMLElement | null>) {
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (focusedKey === null || document.activeElement !== document.body) return;
    const row = scroller.current?.querySelector(`[data-row="${CSS.escape(focusedKey)}"]`);
    row?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true });
  });
  return {
    focusedKey,
    onFocus: ({ target }: FocusEvent) => setFocusedKey(rowOf(target)),
    // What was taken away did not give up the focus.
    onBlur: ({ target }: FocusEvent) => {
      if (target.isConnected) setFocusedKey(null);
    },
  };
}
