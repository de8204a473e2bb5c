/** Words are drawn at most this often, in milliseconds: faster than anybody reads, and half of what each frame costs. */
const PACE_MS = 40;
/** A key that is younger than a frame has not been painted yet. */
const FRAME_MS = 17;

/** Calls back with the next frame, or with the one after it when a key was pressed for this one: it is not held up then. */
function withFrame(pressedAt: () => number, callback: () => void): void {
  requestAnimationFrame(() => {
    if (performance.now() - pressedAt() < FRAME_MS) requestAnimationFrame(callback);
    else callback();
  });
}

/**
 * Moments to draw a text that grows: at once for its first words and those after a silence, then with a frame no more
 * than 25 times a second, so that the page has time for who types and scrolls meanwhile.
 */
export function pacedFrames(): (callback: () => void) => void {
  let last = -PACE_MS;
  const draw = (callback: () => void) => {
    last = performance.now();
    callback();
  };
  return (callback) => {
    const wait = last + PACE_MS - performance.now();
    // Nobody sees a page in the background: it has no frames until somebody does.
    if (wait <= 0 && !document.hidden) {
      draw(callback);
      return;
    }
    let pressedAt = -FRAME_MS;
    const press = () => {
      pressedAt = performance.now();
    };
    addEventListener('keydown', press, { capture: true, passive: true });
    setTimeout(() => {
      withFrame(
        () => pressedAt,
        () => {
          removeEventListener('keydown', press, { capture: true });
          draw(callback);
        },
      );
    }, wait);
  };
}
