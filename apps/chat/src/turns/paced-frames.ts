/** Words are drawn at most this often, in milliseconds: faster than anybody reads, and half of what each frame costs. */
const PACE_MS = 40;

/**
 * Frames for a text that grows: the next one for its first words, then no more than 25 a second, so that the page has
 * time for who types and scrolls meanwhile.
 */
export function pacedFrames(): (callback: () => void) => void {
  let last = -PACE_MS;
  return (callback) => {
    const draw = () =>
      requestAnimationFrame((time) => {
        last = time;
        callback();
      });
    const wait = last + PACE_MS - performance.now();
    if (wait > 0) setTimeout(draw, wait);
    else draw();
  };
}
