/** A row and its offset: its top relative to that of the scroll container, in pixels. */
export interface RowOffset {
  key: string;
  top: number;
}

/**
 * The reading positions of conversations that were not left at their end. Stored in memory until the page is closed.
 */
export const readingPositions = new Map<string, RowOffset>();

/** Closer to the end than this counts as at the end, in pixels. */
const AT_END = 24;

/** Returns whether the end of the scroll container is in view. */
export function isAtEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < AT_END;
}

/** Returns the current offset of a row, or null if it is not rendered. */
export function measureRow(scroller: HTMLElement, key: string): RowOffset | null {
  const row = scroller.querySelector(`[data-row="${CSS.escape(key)}"]`);
  if (row === null) return null;
  return { key, top: row.getBoundingClientRect().top - scroller.getBoundingClientRect().top };
}

/** Returns the topmost row in view and its offset, except those in `except`. */
export function findFirstVisibleRow(
  scroller: HTMLElement,
  except: ReadonlySet<string> = new Set(),
): RowOffset | null {
  const start = scroller.getBoundingClientRect().top;
  for (const row of scroller.querySelectorAll<HTMLElement>('[data-row]')) {
    const { top, bottom } = row.getBoundingClientRect();
    const key = row.dataset['row'];
    if (bottom > start && key !== undefined && !except.has(key)) return { key, top: top - start };
  }
  return null;
}
