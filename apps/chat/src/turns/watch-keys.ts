/** The keys that are pressed, for whoever draws beside them. */
export interface KeyWatch {
  /** When a key was pressed last, on the clock of `performance`. */
  lastAt: () => number;
  /** Calls back with a frame that has no key to paint. */
  frameOfNone: (callback: () => void) => void;
  /** Calls back when a key is pressed; at `latest`, on the clock of `performance`, in any case. */
  next: (callback: () => void, latest: number) => void;
}

/** Watches the keys for as long as the page lives. */
export function watchKeys(): KeyWatch {
  const options = { capture: true, passive: true };
  let pressedAt = -Infinity;
  let isPainted = true;
  /** The frame with which the last key was painted. */
  let frameOfKey = -1;

  function pressed() {
    pressedAt = performance.now();
    isPainted = false;
    requestAnimationFrame((frame) => {
      isPainted = true;
      frameOfKey = frame;
    });
  }
  addEventListener('keydown', pressed, options);
  return {
    lastAt: () => pressedAt,
    frameOfNone(callback) {
      requestAnimationFrame((frame) => {
        if (isPainted && frame !== frameOfKey) callback();
        else requestAnimationFrame(callback);
      });
    },
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
