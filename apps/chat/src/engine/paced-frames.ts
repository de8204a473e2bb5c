/**
 * The minimum interval between renders, in milliseconds: faster than anyone reads, at half the cost of rendering each
 * frame. No longer than that where a render fits between two frames: a few words render faster than many, and delay no
 * keystroke.
 */
const PACE_MS = 40;
/** A page that drops frames because of it renders less often: at most one in this many frames may be dropped. */
const FRAMES_FOR_ONE = 10;
/** The maximum interval between renders, however slow the page is, in milliseconds. */
const SLOWEST_PACE_MS = 400;
/** The assumed duration of a frame. On screens with a higher refresh rate, some dropped frames are not counted. */
const FRAME_MS = 1000 / 60;
/** Text that arrives after a pause of this length is rendered at once, like the first text. */
const SILENCE_MS = 120;
/** While the user types, due text waits this long for a keystroke. */
const KEY_WAIT_MS = 80;
/** The user counts as typing for this long after a keystroke. */
const TYPING_MS = 250;

/**
 * Schedules renders of streaming text: at once for the first text and for text after a pause, then at most 25 times a
 * second, and no more often than the page can without dropping frames. It renders right after a frame, so that a whole
 * frame is available; while the user types, right after the paint of a keystroke, which is as far from the next
 * keystroke as possible.
 */
export function pacedFrames(): (callback: () => void) => void {
  const keys = watchKeys();
  let last = -Infinity;
  let pace = PACE_MS;

  /** @param lost how much longer than due the frames took, in milliseconds */
  function adapt(lost: number) {
    const wanted = Math.max(PACE_MS, Math.min(lost * FRAMES_FOR_ONE, SLOWEST_PACE_MS));
    pace += (wanted - pace) / 4;
  }
  return (callback) => {
    const render = () => {
      last = performance.now();
      callback();
    };
    const renderBehind = (frame: number) => {
      setTimeout(() => {
        render();
        // The first frame paints the text; the second one shows how long that took.
        requestAnimationFrame(() =>
          requestAnimationFrame((next) => adapt(next - frame - 2 * FRAME_MS)),
        );
      });
    };
    const renderBehindFrame = () => requestAnimationFrame(renderBehind);
    const since = performance.now() - last;
    // A hidden page has no animation frames: its text waits until it is visible.
    if (since >= Math.max(SILENCE_MS, pace) && !document.hidden) {
      render();
      return;
    }
    setTimeout(() => {
      const isTyping = performance.now() - keys.lastAt() < TYPING_MS;
      const isBehindKey = last <= keys.lastAt();
      if (!isTyping || isBehindKey) renderBehindFrame();
      else keys.next(renderBehindFrame, performance.now() + KEY_WAIT_MS);
    }, pace - since);
  };
}

/** Tracks keystrokes, so that renders do not delay them. */
interface KeyWatch {
  /** The time of the last keystroke, on the clock of `performance`. */
  lastAt: () => number;
  /** Calls back on the next keystroke, or at `latest`, on the clock of `performance`, if there is none. */
  next: (callback: () => void, latest: number) => void;
}

/** Listens for keystrokes for the lifetime of the page. */
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

/** The longest wait for a paint, in milliseconds. */
const LATEST_MS = 200;

/** Resolves when rendered content has been painted; at once on a hidden page, which is not painted. */
export function waitForPaint(): Promise<void> {
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
