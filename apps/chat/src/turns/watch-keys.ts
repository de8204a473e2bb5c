/** The keys that are pressed, for whoever draws beside them. */
export interface KeyWatch {
  /** When a key was pressed last, on the clock of `performance`. */
  lastAt: () => number;
  /** Calls back when a key is pressed; at `latest`, on the clock of `performance`, in any case. */
  next: (callback: () => void, latest: number) => void;
}

/** Watches the keys for as long as the page lives. */
export function watchKeys(): KeyWatch {
  const options = { capture: true, passive: true };
  let pressedAt = -Infinity;

  addEventListener('keydown', () => (pressedAt = performance.now()), options);
  return {
    lastAt: () => pressedAt,
    next(callback, latest) {
      function come() {
        removeEventListener('keydown', come, options);
        clearTimeout(timer);
        callback();
      }
      const timer = setTimeout(come, latest - performance.now());
      addEventListener('keydown', come, options);
    },
  };
}
