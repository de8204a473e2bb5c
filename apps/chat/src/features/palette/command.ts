import type { ReactNode } from 'react';

/** One line of the palette: something to do, to open or to begin. */
export interface Command {
  id: string;
  label: string;
  icon: ReactNode;
  /** A few words at the end: its keys, or whose it is. */
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
