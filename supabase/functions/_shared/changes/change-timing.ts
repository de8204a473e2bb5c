/** Intervals and limits for updating open lists. */
export interface ChangeTiming {
  /** Poll interval for changes by other processes, in milliseconds. */
  pollMs: number;
  /** Poll interval while the database notifies of changes, as a fallback, in milliseconds. */
  notifiedPollMs: number;
  /** Maximum number of a user's lists that a process updates. One more closes the one that was opened first. */
  streamsPerPerson: number;
}

/** Timing in production; tests use a faster one. */
export const CHANGE_TIMING: ChangeTiming = {
  pollMs: 1_500,
  notifiedPollMs: 15_000,
  streamsPerPerson: 8,
};
