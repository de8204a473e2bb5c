import { useLocation } from '@homie/composition';
import { useEffect, useRef } from 'react';

/** The maximum wait for the heading of a screen. After that, the focus does not move. */
const PATIENCE_MILLISECONDS = 8_000;

/**
 * Moves the focus to the heading of a screen after navigation, so that screen readers and the keyboard start there. Not
 * on the first screen of a page, where the browser sets the focus.
 */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return undefined;
    previous.current = pathname;
    return focusHeading();
  }, [pathname]);
}

/** Moves the focus to the heading of the screen once it appears, unless the user moves it first. Returns how to stop. */
export function focusHeading(): () => void {
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
    // The previous screen stays in the page, hidden, until the code of the next one has loaded.
    const headings = document.querySelectorAll<HTMLElement>('main h1');
    const heading = [...headings].find((found) => found.checkVisibility());
    if (!heading && !movedOn) return;
    stop();
    if (!heading || movedOn) return;
    heading.tabIndex = -1;
    heading.style.outline = 'none'; // a focus ring would suggest that the heading is a control
    heading.focus({ preventScroll: true });
  }
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return stop;
}
