/** How open lists are kept up to date. */
export interface ChangeTiming {
  /** How often to look for changes that another process made, in milliseconds. */
  pollMs: number;
  /** The same while the database notifies of them, in case that fails. */
  toldPollMs: number;
  /** How many lists of one person a process keeps up to date; one more ends the one that was opened first. */
  streamsPerPerson: number;
}

/** The pace in production; tests bring a faster one. */
export const CHANGE_TIMING: ChangeTiming = {
  pollMs: 1_500,
  toldPollMs: 15_000,
  streamsPerPerson: 8,
};
