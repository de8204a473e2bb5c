import { useSyncExternalStore } from 'react';
import {
  colorModeSnapshot,
  setColorMode,
  subscribeColorMode,
  type ColorMode,
  type ColorModeState,
} from './color-mode.ts';

/** The colour mode and a function to change it. */
export interface ColorModeControl extends ColorModeState {
  set: (mode: ColorMode) => void;
  /** Chooses the opposite of the visible theme. */
  toggle: () => void;
}

/** The snapshot of a page that is rendered without a browser. */
const SERVER_STATE: ColorModeState = { mode: 'system', resolved: 'light' };

function toggle(): void {
  setColorMode(colorModeSnapshot().resolved === 'dark' ? 'light' : 'dark');
}

/** Returns the theme preference, stored as `theme` in local storage; follows the system until the user chooses. */
export function useColorMode(): ColorModeControl {
  const state = useSyncExternalStore(subscribeColorMode, colorModeSnapshot, () => SERVER_STATE);
  return { ...state, set: setColorMode, toggle };
}
