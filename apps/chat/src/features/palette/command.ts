import type { ReactNode } from 'react';

/** One entry of the palette: an action, or something to open or start. */
export interface Command {
  id: string;
  label: string;
  icon: ReactNode;
  /** A short hint at the end: its keys, or its owner. */
  hint?: string | undefined;
  /** The text around a search hit, on a line below the label. */
  excerpt?: string | undefined;
  run: () => void;
}

/** Commands under one heading. */
export interface CommandSection {
  id: string;
  heading: string;
  commands: Command[];
}
