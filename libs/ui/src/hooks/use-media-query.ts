import { useCallback, useSyncExternalStore } from 'react';
import { breakpoints } from '../theme/tokens.ts';

/** Returns whether a media query matches, and updates when that changes. */
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

/** Returns whether the window is narrower than the mobile breakpoint of 768 px. */
export function useIsMobile(): boolean {
  return useMediaQuery(`(width < ${breakpoints.md})`);
}

/** Returns whether the window is too narrow for a panel next to the content, the sidebar aside: below 1024 px. */
export function useIsNarrow(): boolean {
  return useMediaQuery(`(width < ${breakpoints.lg})`);
}

/** Returns whether the window is too low for a list next to the content: a phone on its side, a page at 200 % zoom. */
export function useIsLow(): boolean {
  return useMediaQuery('(height < 480px)');
}

/** Returns whether the device is touched and has neither mouse nor trackpad: its keyboard is one on the screen. */
export function useIsTouchOnly(): boolean {
  return useMediaQuery('(hover: none) and (pointer: coarse)');
}
