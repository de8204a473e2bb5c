import { useLayoutEffect, useRef, useState, type FocusEvent, type RefObject } from 'react';

/** The part of a list entry that identifies a row. */
type Entry = { kind: 'heading' } | { kind: 'row'; row: { id: string } };

const getRowId = (entry: Entry | undefined) => (entry?.kind === 'row' ? entry.row.id : undefined);

/**
 * Retains the focus in the list: the focused row stays mounted when it is scrolled away, and when it is removed from
 * the list, e.g. archived, the row that replaces it gets the focus.
 */
export function useRetainedFocus(
  entries: readonly Entry[],
  scroller: RefObject<HTMLElement | null>,
) {
  const [focusedId, setFocusedId] = useState<string>();
  const at = useRef(-1);
  const index = entries.findIndex((entry) => getRowId(entry) === focusedId);

  useLayoutEffect(() => {
    if (focusedId === undefined) return;
    if (index !== -1) {
      at.current = index;
      return;
    }
    if (document.activeElement !== document.body) return;
    const next = entries.slice(at.current).concat(entries.slice(0, at.current).toReversed());
    const id = next.map(getRowId).find((each) => each !== undefined);
    const row = scroller.current?.querySelector<HTMLElement>(`[data-conversation="${id}"] a`);
    row?.focus();
  }, [entries, focusedId, index, scroller]);

  return {
    mounted: focusedId === undefined || index === -1 ? [] : [index],
    handlers: {
      onFocus: ({ target }: FocusEvent) =>
        setFocusedId(target.closest<HTMLElement>('[data-conversation]')?.dataset['conversation']),
    },
  };
}
