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
