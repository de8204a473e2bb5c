import { useEffect, useState, type RefObject } from 'react';

const NO_PAGES: ReadonlySet<number> = new Set();

/**
 * Watches which pages are on the screen.
 * @param area scrolls the pages, which have `data-page`
 * @returns the page in the middle, and the pages within one screen of it
 */
export function usePagePositions(area: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState(1);
  const [near, setNear] = useState(NO_PAGES);
  useEffect(() => {
    const root = area.current;
    if (!root) return;
    const pages = [...root.querySelectorAll<HTMLElement>('[data-page]')];
    /** Calls back with the pages that are within a margin around the area. */
    const observe = (rootMargin: string, onChange: (numbers: ReadonlySet<number>) => void) => {
      const shown = new Set<number>();
      const observer = new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) {
            const number = Number((target as HTMLElement).dataset['page']); // only pages are observed
            if (isIntersecting) shown.add(number);
            else shown.delete(number);
          }
          onChange(new Set(shown));
        },
        { root, rootMargin },
      );
      for (const page of pages) observer.observe(page);
      return observer;
    };
    const observers = [
      observe('100% 0px', setNear),
      observe('-45% 0px -50%', (numbers) => {
        if (numbers.size > 0) setCurrent(Math.min(...numbers));
      }),
    ];
    return () => observers.forEach((observer) => observer.disconnect());
  }, [area]);
  return { current, near };
}
