/** How open lists are kept up to date. */
export interface ChangeTiming {
  /** How often to look for changes that another process made, in milliseconds. */
  pollMs: number;
  /** How many lists of one person a process keeps up to date; one more ends the one that was opened first. */
  streamsPerPerson: number;
}

/** The pace in production; tests bring a faster one. */
export const CHANGE_TIMING: ChangeTiming = { pollMs: 1_500, streamsPerPerson: 8 };
