/** A row and where it stands: its top below that of the scrolling element, in pixels. */
export interface Place {
  key: string;
  top: number;
}

/** Where conversations were left that were not left at their end. For as long as the page lives. */
export const readingPlaces = new Map<string, Place>();

/** Closer to the end than this counts as being there, in pixels. */
const AT_END = 24;

/** Whether the end of what scrolls is in sight. */
export function isAtEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < AT_END;
}

/** Where a row stands now, if it is drawn. */
export function placeOf(scroller: HTMLElement, key: string): Place | null {
  const row = scroller.querySelector(`[data-row="${CSS.escape(key)}"]`);
  if (row === null) return null;
  return { key, top: row.getBoundingClientRect().top - scroller.getBoundingClientRect().top };
}

/** The uppermost row in view and its place, apart from those in `except`. */
export function firstInSight(
  scroller: HTMLElement,
  except: ReadonlySet<string> = new Set(),
): Place | null {
  const start = scroller.getBoundingClientRect().top;
  for (const row of scroller.querySelectorAll<HTMLElement>('[data-row]')) {
    const { top, bottom } = row.getBoundingClientRect();
    const key = row.dataset['row'];
    if (bottom > start && key !== undefined && !except.has(key)) return { key, top: top - start };
  }
  return null;
}
