/** How the writing and reading of turns is paced. All in milliseconds. */
export interface TurnTiming {
  /** The journal begins a commit this long after the one before, and no sooner. */
  flushMs: number;
  /** A silent turn shows a sign of life this often, and learns of a stop that another process took. */
  heartbeatMs: number;
  /** A running turn without a sign of life for so long has lost its writer. */
  staleAfterMs: number;
  /** How long the database may be away before its writer gives a turn up. */
  retryForMs: number;
  /** How long a message may take to be stored while the database is away. */
  retryStartForMs: number;
  /** The pause before a busy provider is asked again, if it names none itself; the next one is twice as long. */
  providerPauseMs: number;
  /** How long a provider may think before its first event. */
  firstEventMs: number;
  /** How long a provider may think before its first word, however often it shows that it is alive. */
  firstTextMs: number;
  /** How long a provider may be silent between two events. */
  betweenEventsMs: number;
  /** How long a reply may take altogether. */
  deadlineMs: number;
  /** How often a reader looks for what another process writes. */
  pollMs: number;
  /** How often a reader looks for itself although this process writes and tells it. */
  localPollMs: number;
}

/** The pace in production; tests bring a faster one. */
export const TURN_TIMING: TurnTiming = {
  flushMs: 20,
  heartbeatMs: 1_000,
  staleAfterMs: 10_000,
  retryForMs: 30_000,
  retryStartForMs: 2_000,
  providerPauseMs: 1_000,
  firstEventMs: 30_000,
  firstTextMs: 180_000,
  betweenEventsMs: 60_000,
  deadlineMs: 300_000,
  pollMs: 250,
  localPollMs: 3_000,
};
