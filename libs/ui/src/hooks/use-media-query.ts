import { useCallback, useSyncExternalStore } from 'react';
import { breakpoints } from '../theme/tokens.ts';

/** Whether a media query matches, kept up to date. */
function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Whether the window is narrower than the mobile breakpoint of 768 px. */
export function useIsMobile(): boolean {
  return useMediaQuery(`(width < ${breakpoints.md})`);
}
