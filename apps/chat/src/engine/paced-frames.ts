/**
 * Words are drawn at most this often, in milliseconds: faster than anybody reads, and half of what each frame costs. Not
 * less often where a draw fits between two frames: few words are drawn faster than many, and hold up no key.
 */
const PACE_MS = 40;
/** A page that loses frames over it draws them less often: it may lose one in so many, */
const FRAMES_FOR_ONE = 10;
/** but however slow it is, words come this often. */
const SLOWEST_PACE_MS = 400;
/** Of a screen that shows more of them, fewer frames count as lost than are. */
const FRAME_MS = 1000 / 60;
/** Words after a silence of so long are first ones. */
const SILENCE_MS = 120;
/** While somebody types, words that are due wait so long for a key. */
const KEY_WAIT_MS = 80;
/** Who pressed a key this long ago is about to press another. */
const TYPING_MS = 250;

/**
 * Moments to draw a text that grows: at once for its first words and those after a silence, then no more than 25 times a
 * second and no more often than the page can without losing frames. It is drawn right behind a frame, so that the page
 * has a whole one for it, and while somebody types behind the paint of a key, which is as far from the next key as can be.
 */
export function pacedFrames(): (callback: () => void) => void {
  const keys = watchKeys();
  let last = -Infinity;
  let pace = PACE_MS;

  /** @param lost what frames that were due have taken longer, in milliseconds */
  function adapt(lost: number) {
    const wanted = Math.max(PACE_MS, Math.min(lost * FRAMES_FOR_ONE, SLOWEST_PACE_MS));
    pace += (wanted - pace) / 4;
  }
  return (callback) => {
    const draw = () => {
      last = performance.now();
      callback();
    };
    const drawBehind = (frame: number) => {
      setTimeout(() => {
        draw();
        // With the first of them it is painted; the second shows what that took.
        requestAnimationFrame(() =>
          requestAnimationFrame((next) => adapt(next - frame - 2 * FRAME_MS)),
        );
      });
    };
    const drawBehindFrame = () => requestAnimationFrame(drawBehind);
    const since = performance.now() - last;
    // Nobody sees a page in the background: it has no frames until somebody does.
    if (since >= Math.max(SILENCE_MS, pace) && !document.hidden) {
      draw();
      return;
    }
    setTimeout(() => {
      const isTyping = performance.now() - keys.lastAt() < TYPING_MS;
      const isBehindKey = last <= keys.lastAt();
      if (!isTyping || isBehindKey) drawBehindFrame();
      else keys.next(drawBehindFrame, performance.now() + KEY_WAIT_MS);
    }, pace - since);
  };
}

/** The keys that are pressed, for whoever draws beside them. */
interface KeyWatch {
  /** When a key was pressed last, on the clock of `performance`. */
  lastAt: () => number;
  /** Calls back when a key is pressed; at `latest`, on the clock of `performance`, in any case. */
  next: (callback: () => void, latest: number) => void;
}

/** Watches the keys for as long as the page lives. */
function watchKeys(): KeyWatch {
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

/** A page that has fallen behind by this much, in milliseconds, is not waited for. */
const LATEST_MS = 200;

/** Resolves when what has been drawn is on the screen; at once where nobody looks, since nothing is painted there. */
export function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const latest = setTimeout(resolve, LATEST_MS);
    requestAnimationFrame(() => {
      // The first task after the frame.
      setTimeout(() => {
        clearTimeout(latest);
        resolve();
      });
    });
  });
}
