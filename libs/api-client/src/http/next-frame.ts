/** Resolves after the next frame; without one, as in a hidden tab, after 200 ms. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 200);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
