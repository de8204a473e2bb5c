/**
 * Sets `--visible-height` and `--visible-top` on the root element while a keyboard covers a part of the window. iOS
 * shrinks only the visual viewport for it and moves that over the page; other browsers resize the window, as the page's
 * `interactive-widget` requests. Does nothing on a page that was pinch-zoomed.
 * @returns a function that stops it
 */
export function followVisibleArea(viewport: VisualViewport): () => void {
  const root = document.documentElement;
  const { style } = root;
  const stopped = new AbortController();

  function follow(): void {
    // The bars of a browser that appear and disappear are smaller than any keyboard.
    const isCovered = viewport.scale < 1.05 && root.clientHeight - viewport.height > 120;
    if (isCovered) {
      style.setProperty('--visible-height', `${viewport.height}px`);
      style.setProperty('--visible-top', `${viewport.offsetTop}px`);
      // The keyboard is over the bar for gestures.
      style.setProperty('--safe-bottom', '0px');
    } else {
      for (const name of ['--visible-height', '--visible-top', '--safe-bottom'])
        style.removeProperty(name);
    }
  }

  for (const event of ['resize', 'scroll'])
    viewport.addEventListener(event, follow, { signal: stopped.signal });
  return () => stopped.abort();
}
