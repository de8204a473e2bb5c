import { watchKeys } from './watch-keys';

/** Words are drawn at most this often, in milliseconds: faster than anybody reads, and half of what each frame costs. */
const PACE_MS = 40;
/** A page that is slower draws them less often, so that they take no more than two thirds of its time, */
const SHARE = 1.5;
/** but however slow it is, this often. */
const SLOWEST_PACE_MS = 80;
/** Whoever types, words come at least this often; words after more than that are the first ones. */
const LONGEST_WAIT_MS = 120;
/** Who pressed a key this long ago is about to press another. */
const TYPING_MS = 250;

/** Draws, and tells what that took in milliseconds. */
function timed(draw: () => void, tell: (cost: number) => void): void {
  const begun = performance.now();
  draw();
  // In a frame, the first task after it: the words are laid out and painted then.
  setTimeout(() => tell(performance.now() - begun));
}

/**
 * Moments to draw a text that grows: at once for its first words and those after a silence, then with a frame no more
 * than 25 times a second and no more often than the page can. While somebody types it is drawn right behind the paint of
 * a key, which is as far from the next key as can be.
 */
export function pacedFrames(): (callback: () => void) => void {
  const keys = watchKeys();
  let last = -LONGEST_WAIT_MS;
  let pace = PACE_MS;

  function adapt(cost: number) {
    const wanted = Math.max(PACE_MS, Math.min(cost * SHARE, SLOWEST_PACE_MS));
    pace += (wanted - pace) / 4;
  }
  return (callback) => {
    const draw = () => {
      last = performance.now();
      timed(callback, adapt);
    };
    const since = performance.now() - last;
    // Nobody sees a page in the background: it has no frames until somebody does.
    if (since >= LONGEST_WAIT_MS && !document.hidden) {
      draw();
      return;
    }
    setTimeout(() => {
      const isTyping = performance.now() - keys.lastAt() < TYPING_MS;
      const isBehindKey = last <= keys.lastAt();
      const drawWithFrame = () => keys.frameOfNone(draw);
      if (!isTyping || isBehindKey) drawWithFrame();
      else keys.next(drawWithFrame, last + LONGEST_WAIT_MS);
    }, pace - since);
  };
}
