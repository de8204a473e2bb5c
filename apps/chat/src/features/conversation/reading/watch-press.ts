/** The maximum time between `pointerup` and the click of a touch, in milliseconds. */
const CLICK_WITHIN_MS = 100;

/** Callbacks of a press. */
export interface Press {
  /** A pointer was pressed on a row. */
  down: (key: string) => void;
  /** The press has finished, including its click. */
  over: () => void;
}

/**
 * Watches presses on rows. A button gets its click only if it is still under the pointer on release: from `down` to
 * `over` the row must not move.
 * @returns a function that stops watching
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
