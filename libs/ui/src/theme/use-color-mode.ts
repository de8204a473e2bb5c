import { useSyncExternalStore } from 'react';
import {
  colorModeSnapshot,
  setColorMode,
  subscribeColorMode,
  type ColorMode,
  type ColorModeState,
} from './color-mode.ts';

/** The colour mode and how to change it. */
export interface ColorModeControl extends ColorModeState {
  set: (mode: ColorMode) => void;
  /** Chooses the opposite of what is shown now. */
  toggle: () => void;
}

function toggle(): void {
  setColorMode(colorModeSnapshot().resolved === 'dark' ? 'light' : 'dark');
}

/** The theme preference, kept under `theme` in local storage; follows the system until a person chooses. */
export function useColorMode(): ColorModeControl {
  const state = useSyncExternalStore(subscribeColorMode, colorModeSnapshot);
  return { ...state, set: setColorMode, toggle };
}
