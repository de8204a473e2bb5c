/** The click of a finger comes a little after it was lifted, in milliseconds. */
const CLICK_WITHIN_MS = 100;

/** What a press does. */
export interface Press {
  /** A finger or a button went down on a row. */
  down: (key: string) => void;
  /** The press is over, its click included. */
  over: () => void;
}

/**
 * Watches presses on rows. A button gets its click only if it is still under the pointer when that comes up again: from
 * `down` to `over` the row must not move.
 * @returns how to stop
 */
export function watchPress(element: HTMLElement, { down, over }: Press): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let ending: ReturnType<typeof setTimeout>;
  function released() {
    clearTimeout(ending);
    ending = setTimeout(over, CLICK_WITHIN_MS);
  }
  function pressed({ target }: PointerEvent) {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    const key = row?.dataset['row'];
    if (key === undefined) return;
    clearTimeout(ending);
    down(key);
    addEventListener('pointerup', released, { once: true, signal });
    addEventListener('pointercancel', released, { once: true, signal });
  }
  element.addEventListener('pointerdown', pressed, { passive: true, signal });
  return () => {
    clearTimeout(ending);
    listening.abort();
  };
}
