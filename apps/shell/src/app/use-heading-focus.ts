import { useLocation } from '@homie/composition';
import { useEffect, useRef } from 'react';

/** How long a screen may take to show its heading before focus stays where it is. */
const PATIENCE_MILLISECONDS = 8_000;

/**
 * Moves focus to the heading of a screen that was navigated to, so that screen readers begin there
 * and the keyboard goes on from there. The first screen of a page is the browser's own business.
 */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return undefined;
    previous.current = pathname;
    return whenHeadingAppears((heading) => {
      heading.tabIndex = -1;
      heading.style.outline = 'none'; // a heading takes no input: a ring around it would promise some
      heading.focus({ preventScroll: true });
    });
  }, [pathname]);
}

function whenHeadingAppears(use: (heading: HTMLElement) => void): () => void {
  const start = document.activeElement;
  const timer = setTimeout(stop, PATIENCE_MILLISECONDS);
  const observer = new MutationObserver(look);
  function stop() {
    observer.disconnect();
    clearTimeout(timer);
  }
  function look() {
    const focused = document.activeElement;
    const movedOn = focused !== start && focused !== document.body;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading && !movedOn) return;
    stop();
    if (heading && !movedOn) use(heading);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return stop;
}
