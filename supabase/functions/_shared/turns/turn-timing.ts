/** Intervals and timeouts for writing and reading turns. All in milliseconds. */
export interface TurnTiming {
  /** Minimum interval between the starts of two commits of the journal. */
  flushMs: number;
  /** Heartbeat interval of a silent turn, which also detects a stop that was requested in another process. */
  heartbeatMs: number;
  /** Time without a heartbeat after which a running turn has lost its writer. */
  staleAfterMs: number;
  /** Time for which the database may be unavailable before the writer abandons a turn. */
  retryForMs: number;
  /** Maximum time to store a message while the database is unavailable. */
  retryStartForMs: number;
  /** Delay before the first retry with a busy provider, if it specifies none; the next one is twice as long. */
  providerPauseMs: number;
  /** Time without a first text after which the reader is notified that the model is still starting. */
  startingAfterMs: number;
  /** Timeout for a provider's first text, as long as the connection lives. */
  firstTextMs: number;
  /** Timeout between two events of a provider after its first text. */
  betweenEventsMs: number;
  /** Maximum duration of a reply. */
  deadlineMs: number;
  /** Poll interval of a reader for events that another process writes. */
  pollMs: number;
  /** Poll interval of a reader while this process writes the turn and notifies it. */
  localPollMs: number;
}

/** Timing in production; tests use a faster one. */
export const TURN_TIMING: TurnTiming = {
  flushMs: 20,
  heartbeatMs: 1_000,
  staleAfterMs: 10_000,
  retryForMs: 30_000,
  retryStartForMs: 2_000,
  providerPauseMs: 1_000,
  startingAfterMs: 10_000,
  firstTextMs: 180_000,
  betweenEventsMs: 60_000,
  deadlineMs: 300_000,
  pollMs: 250,
  localPollMs: 3_000,
};
