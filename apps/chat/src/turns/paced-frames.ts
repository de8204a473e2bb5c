/** Words are drawn at most this often, in milliseconds: faster than anybody reads, and half of what each frame costs. */
const PACE_MS = 40;

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
    const withFrame = () => requestAnimationFrame(() => draw(callback));
    if (wait > 0) setTimeout(withFrame, wait);
    // Nobody sees a page in the background: it has no frames until somebody does.
    else if (document.hidden) withFrame();
    else draw(callback);
  };
}
